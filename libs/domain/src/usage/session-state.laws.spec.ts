import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digest } from '../text/digest.ts';
import type { RevisionUsed } from './schemas.ts';
import { decideUse, evolveSession, unknownSession, wasGiven, type UseMade, type UseTimes } from './session-state.ts';

const time = fc.integer({ min: 0, max: 1_000 }).map((second) => Date.UTC(2026, 11, 1) + second * 1_000);
const timestamp = time.map((each) => new Date(each).toISOString());
const times: fc.Arbitrary<UseTimes> = fc.record({ now: time, saved: fc.option(timestamp), released: timestamp });
const use: fc.Arbitrary<UseMade> = fc
  .record({
    revision: fc.integer({ min: 0, max: 12 }),
    release: fc.integer({ min: 1, max: 12 }),
    policy: fc.constantFrom(null, digest('policy'), digest('other policy')),
    skill: fc.constantFrom(null, null, 'github', 'feishu'),
  })
  .map((given) => ({
    ...given,
    session: 's',
    role: 'orchestrator',
    variables: [],
    ticket: null,
    caller: null,
    prompt_digest: given.skill === null ? digest('prompt') : null,
  }));
const requests = fc.array(fc.tuple(use, times), { maxLength: 200 });

/** The events of a Session that asked for these, and the state that it came to one by one. */
function live(asked: readonly (readonly [UseMade, UseTimes])[]) {
  const events: RevisionUsed[] = [];
  const states = [unknownSession];
  for (const [made, at] of asked) {
    const state = states.at(-1) ?? unknownSession;
    const event = decideUse(state, made, at);
    if (event === null) continue;
    events.push(event);
    states.push(evolveSession(state, [event]));
  }
  return { events, states };
}

/** The rule in the words of U2 and P8. */
const sameness = ({ revision, release, policy, skill }: UseMade) =>
  JSON.stringify([revision, release, ...(skill === null ? ['prompt', policy] : ['skill', skill])]);

describe('the uses of a Session, for any requests', () => {
  it('U2 P8 are each recorded once, numbered from 1 without holes', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const { events } = live(asked);
        expect(events.map(sameness)).toEqual([...new Set(asked.map(([made]) => sameness(made)))]);
        expect(events.map((event) => event.use)).toEqual(events.map((_, index) => index + 1));
      }),
    );
  });

  it('U5 are never earlier than the one before, nor than what was given', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        let before = '';
        for (const [made, at] of asked) {
          const [event] = live([[made, at]]).events;
          for (const since of [at.saved ?? '', at.released, new Date(at.now).toISOString()])
            expect((event?.timestamp ?? '') >= since).toBe(true);
        }
        for (const event of live(asked).events) {
          expect(event.timestamp >= before).toBe(true);
          before = event.timestamp;
        }
      }),
    );
  });

  it('U2 come to the same state live, one by one, as folded from the log in any pieces, and change no state before', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.nat(200)), (asked, cuts) => {
        const { events, states } = live(asked);
        const ends = [...cuts.filter((cut) => cut < events.length).sort((a, b) => a - b), events.length];
        const pieces = ends.map((end, index) => events.slice(ends[index - 1] ?? 0, end));
        const folded = pieces.reduce(evolveSession, unknownSession);
        expect({ ...folded, given: null }).toEqual({ ...states.at(-1), given: null });
        expect(events.every((event) => wasGiven(folded, event))).toBe(true);
        for (const [index, state] of states.entries())
          expect(events.map((event) => wasGiven(state, event))).toEqual(events.map((_, at) => at < index));
      }),
    );
  });
});
