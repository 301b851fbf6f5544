import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../steps.ts';
import { digest, digestInSteps } from './digest.ts';
import { SLICE, slicesOf } from './slices.ts';

/** What a long text is made of: surrogate pairs, and halves of them, stand where a slice may end. */
const before = fc.oneof(fc.integer({ min: SLICE - 3, max: SLICE }), fc.integer({ min: 0, max: 2 * SLICE + 3 }));
const middle = fc.string({ unit: fc.constantFrom('😀', 'é', '\ud83d', '\ude00', 'a') });
const textOf = (count: number, text: string) => 'x'.repeat(count) + text + '😀'.repeat(SLICE / 2);

describe('slices of a text', () => {
  it('in a row are the text, and their bytes are its bytes', () => {
    fc.assert(
      fc.property(before, middle, (count, some) => {
        const text = textOf(count, some);
        const slices = [...slicesOf(text)];
        expect(slices.join('') === text).toBe(true);
        expect(Buffer.concat(slices.map((each) => Buffer.from(each))).equals(Buffer.from(text))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('C4 give the digest of the text, long or short', () => {
    fc.assert(
      fc.property(before, middle, (count, some) => {
        const text = textOf(count, some);
        for (const each of [text, some]) expect(finish(digestInSteps(each))).toBe(digest(each));
      }),
      { numRuns: 30 },
    );
  });
});
