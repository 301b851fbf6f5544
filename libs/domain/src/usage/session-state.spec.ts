import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../faults.ts';
import { digest } from '../text/digest.ts';
import { sessionIdSchema, type RevisionUsed } from './schemas.ts';
import {
  decideUse,
  evolveSession,
  unknownSession,
  useView,
  wasGiven,
  type SessionState,
  type UseMade,
  type UseTimes,
} from './session-state.ts';

const [policy, otherPolicy] = [digest('policy'), digest('other policy')];
const asked: UseMade = {
  session: 'main',
  role: 'orchestrator',
  revision: 1,
  release: 1,
  policy,
  variables: [],
  ticket: null,
  skill: null,
  prompt_digest: digest('prompt'),
  caller: null,
};
const timestamp = '2026-12-01T09:30:00.000Z';
const times: UseTimes = { now: Date.parse(timestamp), saved: null, released: '2026-12-01T00:00:00.000Z' };
const skillLoaded = { ...asked, policy: null, prompt_digest: null, skill: 'github' };

type Asked = Partial<UseMade & UseTimes>;
/** The events of a Session that asked for these, one after another. */
function uses(...requests: readonly Asked[]): { events: RevisionUsed[]; state: SessionState } {
  const events: RevisionUsed[] = [];
  let state = unknownSession;
  for (const { now = times.now, saved = times.saved, released = times.released, ...request } of requests) {
    const event = decideUse(state, { ...asked, ...request }, { now, saved, released });
    if (event === null) continue;
    events.push(event);
    state = evolveSession(state, [event]);
  }
  return { events, state };
}

describe('the use of a Session', () => {
  it('U2 is recorded the first time that it is given a revision, release and policy', () => {
    const { events } = uses({});
    expect(events).toEqual([{ ...asked, use: 1, timestamp }]);
    expect(wasGiven(unknownSession, asked)).toBe(false);
  });

  it.each<[string, Partial<typeof asked>]>([
    ['revision', { revision: 2 }],
    ['release', { release: 2 }],
    ['policy', { policy: otherPolicy }],
    ['policy', { policy: null }],
  ])('U2 is recorded again with another %s', (_, changed) => {
    expect(uses({}, changed).events.map(({ use }) => use)).toEqual([1, 2]);
  });

  it('U2 is not recorded again with the same three, whatever else differs', () => {
    const later = { now: Date.parse('2026-12-02T09:30:00.000Z'), variables: [{ name: 'a', value: 1 }] };
    const { events } = uses({}, { revision: 2 }, later, { prompt_digest: digest('another') }, { revision: 2 });
    expect(events.map(({ use, revision }) => [use, revision])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('U2 tells numbers apart that are written alike side by side', () => {
    expect(uses({ revision: 1, release: 11 }, { revision: 11, release: 1 }).events).toHaveLength(2);
  });

  it('P8 of a skill is recorded once for a revision and release, each skill by itself, whatever else was given', () => {
    const feishu = { ...skillLoaded, skill: 'feishu' };
    const { events } = uses({}, skillLoaded, skillLoaded, feishu, { ...skillLoaded, revision: 2 }, feishu, {});
    expect(events.map(({ revision, skill }) => [revision, skill])).toEqual([
      [1, null],
      [1, 'github'],
      [1, 'feishu'],
      [2, 'github'],
    ]);
  });

  it('U2 P8 of a prompt is recorded though a skill of the same revision and release was loaded before', () => {
    expect(uses(skillLoaded, {}).events.map(({ skill }) => skill)).toEqual(['github', null]);
    expect(uses(skillLoaded, { policy: null }).events).toHaveLength(2);
  });

  it('U3 is shown with the time of its first use', () => {
    expect(useView({ ...asked, use: 3, timestamp })).toEqual({
      use: 3,
      revision: 1,
      release: 1,
      policy,
      skill: null,
      first_used: timestamp,
      prompt_digest: asked.prompt_digest,
    });
  });
});

describe('the time of a use', () => {
  const at = (time: string) => Date.parse(`2026-12-${time}:00Z`);
  const iso = (time: string) => new Date(at(time)).toISOString();
  const timesOf = (...requests: Asked[]) => uses(...requests).events.map((event) => event.timestamp);

  it.each<[string, Partial<UseTimes>]>([
    ['its version', { saved: iso('02T10:00') }],
    ['its release', { released: iso('02T10:00') }],
  ])('U5 is that of the clock, but never earlier than %s', (_, since) => {
    expect(timesOf({ ...since, now: at('02T10:01') })).toEqual([iso('02T10:01')]);
    expect(timesOf({ ...since, now: at('01T10:00') })).toEqual([iso('02T10:00')]);
  });

  it('U5 is never earlier than the use before it, when the clock is set back a day', () => {
    const clock = ['02T10:00', '01T10:00', '01T10:05', '02T10:01'];
    const due = ['02T10:00', '02T10:00', '02T10:00', '02T10:01'];
    expect(timesOf(...clock.map((time, index) => ({ revision: index, now: at(time) })))).toEqual(due.map(iso));
  });
});

describe('the role of a Session', () => {
  const refused = (state: SessionState, request: Partial<typeof asked>) => {
    try {
      decideUse(state, { ...asked, ...request }, times);
    } catch (error) {
      return error instanceof Refusal ? [error.code, error.details] : error;
    }
    return null;
  };

  it('U5 is set by its first recorded use, and another is refused', () => {
    const { state } = uses({ role: 'worker', policy: null });
    expect(state.role).toBe('worker');
    expect(refused(state, { role: 'orchestrator' })).toEqual(['role_mismatch', { role: 'worker' }]);
    expect(refused(state, { role: 'worker', revision: 2 })).toBeNull();
  });

  it('U5 is refused also where the same use is on record', () => {
    expect(refused(uses({}).state, { role: 'worker' })).toEqual(['role_mismatch', { role: 'orchestrator' }]);
  });

  it('U5 stays what the first use made it', () => {
    const state = evolveSession(uses({}).state, [{ ...asked, role: 'worker', use: 2, timestamp }]);
    expect(state.role).toBe('orchestrator');
  });
});

describe('the id of a Session', () => {
  it.each(['a', '.a', '...', 'A-Z_0.9:x', '-', 'x'.repeat(128)])('U5 may be %s', (id) => {
    expect(sessionIdSchema.safeParse(id).success).toBe(true);
  });

  it.each(['', '.', '..', 'a/b', 'a b', 'é', 'a\n', '\n', 'x'.repeat(129), '%2e', 7, null])(
    'U5 may not be %j',
    (id) => {
      expect(sessionIdSchema.safeParse(id).success).toBe(false);
    },
  );
});
