import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bases,
  change,
  codes,
  deciding,
  defaultOf,
  faultsIn,
  holding,
  refusal,
  releases,
  replace,
  replaceWith,
  save,
} from '../../test/saving.ts';
import { decideRestore } from './decide.ts';
import { configurationOf, totalBytes, type Entries } from './entries.ts';
import type { VersionRecorded } from './events.ts';
import { nothingSaved, type VersionState } from './state.ts';

describe('the size of a configuration', () => {
  it('S9 is the UTF-8 bytes of sections, overrides, and names, descriptions and bodies of skills', () => {
    const parsed = replace({
      sections: { communication: { text: 'é' } },
      skills: { abc: { description: '提示', body: '🙂\n' } },
      overrides: { 'runtime/shared': { text: 'a\r\n' } },
    });
    const bytes = 2 + (3 + 6 + 5) + 3;
    expect(save(nothingSaved, parsed, { limit: bytes }).bytes).toBe(bytes);
    expect(refusal(nothingSaved, parsed, { limit: bytes - 1 })).toEqual(['size_limit_exceeded /configuration']);
  });

  it('S9 exactly the limit is accepted, one byte more is refused', () => {
    const texts = fc.dictionary(
      fc.constantFrom('runtime/shared', 'runtime/worker', 'skill/github'),
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text)),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(texts, (named) => {
        const overrides = Object.fromEntries(Object.entries(named).map(([key, text]) => [key, { text }]));
        const size = new TextEncoder().encode(Object.values(named).join('')).length;
        expect(save(nothingSaved, replace({ overrides }), { limit: size }).bytes).toBe(size);
        expect(refusal(nothingSaved, change({ overrides }), { limit: size - 1 })).toEqual(['size_limit_exceeded ']);
      }),
    );
  });

  it('S8 a refusal tells bytes, limit and the largest entries, largest first', () => {
    const skills = Object.fromEntries(
      [3, 9, 1, 7, 5].map((length, index) => [`team-${String(index)}`, { description: 'd', body: 'x'.repeat(length) }]),
    );
    const parsed = change({ skills, sections: { delivery: { text: 'y'.repeat(100) } } });
    const faults = faultsIn(() => save(nothingSaved, parsed, { limit: 50 }));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ bytes: 100 + 25 + 5 * 7, limit: 50 });
    expect(faults[0]?.['largest']).toEqual([
      { key: 'team/delivery', bytes: 100 },
      { key: 'team/skill/team-1', bytes: 16 },
      { key: 'team/skill/team-3', bytes: 14 },
      { key: 'team/skill/team-4', bytes: 12 },
      { key: 'team/skill/team-0', bytes: 10 },
    ]);
  });

  it('S9 counts entries that the request does not name, and none that it removes', () => {
    const current = holding({ 'runtime/shared': { text: 'x'.repeat(30), base: bases.shared } });
    const more = { 'runtime/worker': { text: 'y'.repeat(30) } };
    expect(refusal(current, change({ overrides: more }), { limit: 59 })).toEqual(['size_limit_exceeded ']);
    expect(save(current, change({ overrides: more }), { limit: 60 }).bytes).toBe(60);
    expect(save(current, change({ overrides: { ...more, 'runtime/shared': null } }), { limit: 30 }).bytes).toBe(30);
  });

  it('S6 S9 counts no text that is removed because it equals its default', () => {
    const parsed = replace({ overrides: { 'runtime/shared': { text: 'Shared text.' } } });
    expect(save(nothingSaved, parsed, { limit: 0 }).removed).toEqual(['runtime/shared']);
  });
});

describe('a configuration over a lowered limit', () => {
  const text = 'x'.repeat(40);
  const current = holding({
    'runtime/shared': { text, base: bases.shared },
    'runtime/worker': { text, base: bases.worker },
  });
  const limit = 50;
  const shared = (changed: object) => change({ overrides: { 'runtime/shared': changed } });

  it('S9 may be saved smaller, though it is still over the limit', () => {
    expect(save(current, shared({ text: 'y'.repeat(39) }), { limit }).bytes).toBe(79);
  });

  it('S9 may be saved with other texts of the same size, also of other entries', () => {
    expect(save(current, shared({ text: 'y'.repeat(40) }), { limit }).bytes).toBe(80);
    const moved = {
      overrides: { 'runtime/shared': null },
      skills: { abcd: { description: 'd', body: 'z'.repeat(35) } },
    };
    expect(save(current, change(moved), { limit }).bytes).toBe(80);
  });

  it('S9 may not be saved larger', () => {
    expect(refusal(current, shared({ text: 'y'.repeat(41) }), { limit })).toEqual(['size_limit_exceeded ']);
    const other = change({ skills: { a: { description: 'd', body: '' } } });
    expect(codes(faultsIn(() => save(current, other, { limit })))).toEqual(['size_limit_exceeded ']);
  });

  it('S9 is saved or restored exactly where it is within the limit or does not grow, whatever its texts', () => {
    const texts = fc.dictionary(
      fc.constantFrom('runtime/shared', 'runtime/worker', 'skill/github'),
      fc.constantFrom('x', 'ä', '🙂', 'xx', 'yyyy', 'zzzzz'),
    );
    const entries = texts.map(
      (named): Entries => new Map(Object.entries(named).map(([key, text]) => [key, { text, base: defaultOf(key) }])),
    );
    const restore = (before: VersionState, now: Entries, limit: number, keys?: string[]) => {
      const target = { kind: 'restored' as const, from: 1, entries: now };
      const request = { base_revision: 1, ...(keys === undefined ? {} : { keys }) };
      return decideRestore(before, releases.first, target, request, { ...deciding, limit });
    };
    const ways = fc.constantFrom<((before: VersionState, now: Entries, limit: number) => VersionRecorded)[]>(
      (before, now, limit) => save(before, replaceWith(now), { limit }),
      (before, now, limit) => {
        const gone = Object.fromEntries([...before.entries.keys()].map((key) => [key, null]));
        return save(before, change({ overrides: { ...gone, ...configurationOf(now).overrides } }), { limit });
      },
      restore,
      (before, now, limit) => restore(before, now, limit, [...before.entries.keys(), ...now.keys(), 'runtime/shared']),
    );
    fc.assert(
      fc.property(entries, entries, fc.nat({ max: 16 }), ways, (then, now, limit, decide) => {
        const [size, was] = [totalBytes(now), totalBytes(then)];
        const decided = () => decide(holding(then), now, limit);
        if (size <= limit || size <= was) expect(decided()).toMatchObject({ bytes: size });
        else expect(faultsIn(decided)).toMatchObject([{ code: 'size_limit_exceeded', bytes: size, limit }]);
      }),
    );
  });

  it('S3 D3 R3 may be saved as it is, so that a text can be kept', () => {
    expect(save(current, change({}), { limit }).bytes).toBe(80);
    expect(save(current, shared({ text, base: bases.shared }), { limit }).bytes).toBe(80);
  });
});
