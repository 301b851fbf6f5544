import { describe, expect, it } from '@jest/globals';
import { finish, SLICE } from '@palimpsest/domain';
import fc from 'fast-check';
import { promptView, restOfPrompt } from './prompt-bytes.ts';

const unit = fc.constantFrom('😀', '\ud83d', '\ude00', '"', '\\', '\n', '\u0001', '\u2028', 'é', 'a');
const place = fc.oneof(fc.integer({ min: SLICE - 4, max: SLICE + 1 }), fc.integer({ min: 0, max: 2 * SLICE }));

describe('the bytes of an answer', () => {
  it('P6 are those of its JSON, long or short, whatever stands where the work is cut', () => {
    fc.assert(
      fc.property(place, fc.string({ unit }), fc.nat({ max: 2 }), (before, some, times) => {
        const prompt = 'x'.repeat(before) + some + '😀"'.repeat(times * SLICE);
        const parts = [{ key: 'a', source: 'override' as const, start: 0, end: prompt.length }];
        const made = { prompt, digest: 'sha256:0', parts, bytes: Buffer.byteLength(prompt), complete: true };
        const view = promptView(made, 'worker', null, 3);
        expect(`{${finish(restOfPrompt(view)).toString()}` === JSON.stringify(view)).toBe(true);
      }),
    );
  });
});
