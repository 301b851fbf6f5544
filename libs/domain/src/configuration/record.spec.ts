import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { bases, change, deciding, holding, replace, replaceWith, save, START, stored } from '../../test/saving.ts';
import { digest } from '../text/digest.ts';
import { isSkill, textsOf, totalBytes } from './entries.ts';
import { heldTexts, nothingSaved } from './state.ts';
import { versionRecordedSchema } from './events.ts';
import { versionDigest } from './record.ts';

const configuration = {
  sections: { delivery: { text: 'Show it.' } },
  skills: { review: { description: 'How to review.', body: 'Read all.' } },
  overrides: { 'runtime/shared': { text: 'Ours.\r\n' } },
};
const first = save(nothingSaved, replace(configuration, { message: 'first' }));

describe('a version', () => {
  it('S4 holds who, when, why, from what and under what, and all entries by digest', () => {
    const request = { person: 'Ada', message: 'om_17' };
    const parsed = change({ message: 'second', sections: { delivery: null } });
    const event = save(stored(first), parsed, { origin: 'tool', actor: 'main', request, now: START + 5 });
    expect(event).toMatchObject({
      revision: 2,
      predecessor: 1,
      predecessor_digest: first.digest,
      timestamp: '2026-12-01T09:30:00.005Z',
      origin: 'tool',
      actor: 'main',
      message: 'second',
      kind: 'saved',
      restored_from: null,
      request,
      release: 1,
    });
    expect(event.entries).toEqual({
      'runtime/shared': { digest: digest('Ours.\r\n'), base: bases.shared },
      'team/skill/review': { digest: digest('Read all.'), description: digest('How to review.') },
    });
  });

  it('S4 the first has predecessor 0, no digest of one, and no message where none is given', () => {
    const event = save(nothingSaved, change({}));
    expect(event).toMatchObject({
      revision: 1,
      predecessor: 0,
      predecessor_digest: null,
      message: null,
      request: null,
    });
  });

  it('S4 is never earlier than its predecessor, whatever the clock says', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4e12 }), { minLength: 1, maxLength: 8 }), (clock) => {
        let version = nothingSaved;
        for (const now of clock) {
          const next = stored(save(version, change({}), { now }));
          const latest = Math.max(now, Date.parse(version.timestamp ?? new Date(0).toISOString()));
          expect(next.timestamp).toBe(new Date(latest).toISOString());
          version = next;
        }
        expect(version.revision).toBe(clock.length);
      }),
    );
  });

  it('has the shape of its event, and gives back every entry when it is read', () => {
    expect(versionRecordedSchema.parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
    expect(Object.fromEntries(stored(first).entries)).toEqual({
      'runtime/shared': { text: 'Ours.\r\n', base: bases.shared },
      'team/delivery': { text: 'Show it.', base: digest('Show evidence.') },
      'team/skill/review': { description: 'How to review.', body: 'Read all.' },
    });
  });

  it('S2 carries only texts that the stream does not hold, each once', () => {
    const parsed = replace({ ...configuration, skills: { review: { description: 'Show it.', body: 'Read all.' } } });
    const held = new Set([digest('Read all.')]);
    const { texts } = save(nothingSaved, parsed, { isHeld: (name) => held.has(name) });
    expect(texts).toEqual({ [digest('Show it.')]: 'Show it.', [digest('Ours.\r\n')]: 'Ours.\r\n' });
  });

  it('A4 names what it keeps as the version before did, so that only new texts are hashed', () => {
    const version = holding({
      'runtime/shared': { text: 'Kept.', base: bases.shared },
      'runtime/worker': { text: 'Old.', base: bases.worker },
      'team/skill/review': { description: 'Kept too.', body: 'Old body.' },
    });
    const [kept, keptToo] = [`sha256:${'1'.repeat(64)}`, `sha256:${'2'.repeat(64)}`];
    const named = JSON.parse(
      JSON.stringify(version.record).replaceAll(digest('Kept.'), kept).replaceAll(digest('Kept too.'), keptToo),
    ) as typeof version.record;
    const parsed = change({
      overrides: { 'runtime/worker': { text: 'New.' } },
      skills: { review: { description: 'Kept too.', body: 'Kept.' } },
    });
    expect(save({ ...version, record: named }, parsed).entries).toEqual({
      'runtime/shared': { digest: kept, base: bases.shared },
      'runtime/worker': { digest: digest('New.'), base: bases.worker },
      'team/skill/review': { digest: kept, description: keptToo },
    });
  });

  it('S2 S9 A4 counts all texts, names each by its digest, and carries each that the stream does not hold, whatever was there before', () => {
    const text = fc.constantFrom('', 'a', 'b', 'a\r\n', 'ä');
    const entry = (base: string) => fc.record({ text, base: fc.constant(base) });
    const skill = fc.record({ description: fc.constantFrom('a', 'b', 'ä'), body: text });
    const all = fc
      .record(
        {
          'runtime/shared': entry(bases.shared),
          'runtime/worker': entry(bases.worker),
          'team/skill/x': skill,
          'team/skill/y': skill,
        },
        { requiredKeys: [] },
      )
      .map((entries) => new Map(Object.entries(entries)));
    fc.assert(
      fc.property(all, all, fc.boolean(), (then, now, isHeld) => {
        const version = holding(then);
        const held = new Set(isHeld ? [...heldTexts(version)].map(([name]) => name) : []);
        const event = save(version, replaceWith(now), { isHeld: (name) => held.has(name) });
        const expected = [...now].map(([key, each]) => [
          key,
          isSkill(each)
            ? { digest: digest(each.body), description: digest(each.description) }
            : { digest: digest(each.text), base: each.base },
        ]);
        expect(event.entries).toEqual(Object.fromEntries(expected));
        expect(event.bytes).toBe(totalBytes(now));
        const texts = [...now.values()].flatMap(textsOf).filter((each) => !held.has(digest(each)));
        expect(event.texts).toEqual(Object.fromEntries(texts.map((each) => [digest(each), each])));
      }),
    );
  });

  it('lists as changed what is added, removed, or differs in text or base', () => {
    const before = holding({
      'runtime/shared': { text: 'A.', base: bases.shared },
      'runtime/worker': { text: 'B.', base: bases.worker },
      'team/skill/a': { description: 'd', body: 'b' },
      'team/skill/b': { description: 'd', body: 'b' },
    });
    const parsed = replace({
      overrides: { 'runtime/shared': { text: 'A.' }, 'skill/github': { text: 'C.' } },
      skills: { a: { description: 'e', body: 'b' }, b: { description: 'd', body: 'b' } },
    });
    expect(save(before, parsed).changed).toEqual(['runtime/worker', 'skill/github', 'team/skill/a']);
  });
});

describe('the digest of a version', () => {
  const facts = {
    revision: 2,
    predecessor: 1,
    predecessor_digest: first.digest,
    timestamp: '2026-12-01T09:30:00.000Z',
    origin: 'panel' as const,
    actor: 'ada',
    message: 'because' as string | null,
    kind: 'saved' as 'saved' | 'restored',
    restored_from: null as number | null,
    request: null as { person: string; message: string } | null,
    release: 1,
    entries: first.entries,
  };
  const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

  it('A4 is the SHA-256 of the canonical JSON of its facts, by RFC 8785', () => {
    const entries = {
      'team/é': { digest: bases.old, base: bases.none },
      'runtime/b': { base: bases.old, digest: bases.none },
    };
    const canonical =
      `{"actor":"a\\"\\u000fé","entries":{"runtime/b":{"base":"${bases.old}","digest":"${bases.none}"},` +
      `"team/é":{"base":"${bases.none}","digest":"${bases.old}"}},"kind":"saved","message":null,"origin":"panel",` +
      `"predecessor":1,"predecessor_digest":"${first.digest}","release":1,"request":null,"restored_from":null,` +
      `"revision":2,"timestamp":"2026-12-01T09:30:00.000Z"}`;
    expect(versionDigest({ ...facts, actor: 'a"\u000fé', message: null, entries })).toBe(sha256(canonical));
  });

  it.each<[string, Partial<typeof facts>]>([
    ['revision', { revision: 3 }],
    ['predecessor', { predecessor: 0 }],
    ['predecessor_digest', { predecessor_digest: bases.none }],
    ['timestamp', { timestamp: '2026-12-01T09:30:00.001Z' }],
    ['origin', { origin: 'tool' as 'panel' }],
    ['actor', { actor: 'bob' }],
    ['message', { message: '' }],
    ['kind', { kind: 'restored' }],
    ['restored_from', { restored_from: 0 }],
    ['request', { request: { person: 'Ada', message: '' } }],
    ['release', { release: 2 }],
    ['a text', { entries: { ...facts.entries, 'runtime/shared': { digest: bases.none, base: bases.shared } } }],
    [
      'a base',
      { entries: { ...facts.entries, 'runtime/shared': { digest: digest('Ours.\r\n'), base: bases.shared2 } } },
    ],
    ['an entry more', { entries: { ...facts.entries, 'runtime/x': { digest: bases.none, base: bases.none } } }],
    ['no entry', { entries: {} }],
  ])('A4 is another where this differs: %s', (_, changed) => {
    expect(versionDigest({ ...facts, ...changed })).not.toBe(versionDigest(facts));
  });

  it('A4 does not depend on the order of fields or entries', () => {
    const reversed = Object.fromEntries(Object.entries(facts).reverse()) as typeof facts;
    const entries = Object.fromEntries(Object.entries(facts.entries).reverse());
    expect(versionDigest({ ...reversed, entries })).toBe(versionDigest(facts));
  });

  it('A4 is the one that the event names, and can be made again from it', () => {
    const event = save(stored(first), change({ message: 'x' }), { now: START + 1 });
    expect(versionDigest(event)).toBe(event.digest);
    expect(event.predecessor_digest).toBe(first.digest);
  });

  it('A4 chains: another version before it makes another digest', () => {
    const other = save(nothingSaved, replace(configuration, { message: 'other' }));
    const after = (event: typeof first) => save(stored(event), change({}), deciding);
    expect(after(first).entries).toEqual(after(other).entries);
    expect(after(first).digest).not.toBe(after(other).digest);
  });
});
