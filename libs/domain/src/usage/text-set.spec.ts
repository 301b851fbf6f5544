import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TextSet } from './text-set.ts';

/** Sixteen texts of one hash: each pair leaves the hash (FNV-1a, 32 bits) the same after the pairs before it. */
const ALIKE = [
  ['7yzx', 'e6ad'],
  ['33zx', 'epad'],
  ['33zx', 'epad'],
  ['33zx', 'epad'],
].reduce((begun, pair) => begun.flatMap((text) => pair.map((end) => text + end)), ['']);
const texts = fc.array(fc.oneof(fc.string(), fc.nat(500).map(String), fc.constantFrom(...ALIKE)), { maxLength: 400 });
const setOf = (from: readonly string[]) => from.reduce((set, text) => set.with(text), TextSet.empty);

describe('an immutable set of texts', () => {
  it('holds what a Set would hold, in whatever order it came', () => {
    fc.assert(
      fc.property(texts, texts, (held, asked) => {
        const [set, due] = [setOf(held), new Set(held)];
        for (const text of [...held, ...asked]) expect(set.has(text)).toBe(due.has(text));
      }),
    );
  });

  it('stays as it was when others are made from it', () => {
    fc.assert(
      fc.property(texts, texts, (held, more) => {
        const set = setOf(held);
        const asked = [...held, ...more];
        const before = asked.map((text) => set.has(text));
        more.reduce((grown, text) => grown.with(text), set);
        more.reduceRight((grown, text) => grown.with(text), set);
        expect(asked.map((text) => set.has(text))).toEqual(before);
      }),
    );
  });

  it('is the very same with a text that it holds', () => {
    const set = setOf(['a', ...ALIKE]);
    expect(ALIKE.every((text) => set.with(text) === set)).toBe(true);
  });

  it('tells texts of one hash apart, however many there are', () => {
    const set = setOf(ALIKE.slice(1));
    expect(ALIKE.map((text) => set.has(text))).toEqual(ALIKE.map((_, index) => index > 0));
  });
});
