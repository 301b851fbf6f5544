import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../steps.ts';
import { findOnce } from './find-once.ts';

/** Every place, by comparing at each one that does not begin inside of a CRLF. */
function naive(text: string, find: string) {
  const wanted = find.replace(/\r\n?/g, '\n');
  const found = [];
  for (let start = 0; start < text.length; start += 1) {
    if (text.slice(start - 1, start + 1) === '\r\n') continue;
    for (let end = start + 1; end <= text.length; end += 1) {
      if (text.slice(end - 1, end + 1) === '\r\n') continue;
      if (text.slice(start, end).replace(/\r\n?/g, '\n') === wanted) found.push({ start, end });
    }
  }
  return found;
}
const unit = fc.constantFrom('a', 'b', '\n', '\r', '\r\n', '😀');
const texts = fc.string({ unit, maxLength: 14 });
const finds = fc.string({ unit, minLength: 1, maxLength: 4 });
const found = (text: string, find: string) => finish(findOnce(text, find));

describe('findOnce', () => {
  it('S14 finds what comparing at every place finds, line ends being equal', () => {
    fc.assert(
      fc.property(texts, finds, (text, find) => {
        const [first, ...more] = naive(text, find);
        expect(found(text, find)).toEqual(more.length > 0 ? 'several' : (first ?? 'none'));
      }),
      { numRuns: 2000 },
    );
  });

  it('S14 finds in any text what was put there, wherever the steps of the work end', () => {
    const length = fc.integer({ min: 0, max: 70_000 });
    fc.assert(
      fc.property(length, length, finds, (before, after, find) => {
        const text = `${'a'.repeat(before)}x${find}x${'a'.repeat(after)}`;
        expect(found(text, `x${find}x`)).toEqual({ start: before, end: before + find.length + 2 });
      }),
      { numRuns: 50 },
    );
  });

  it('S14 looks at each unit of the text a few times at most, also where the pattern almost occurs everywhere', () => {
    const steps = (text: string, find: string) => [...findOnce(text, find)].length;
    const nearly = 'a'.repeat(50_000);
    expect(steps('a'.repeat(400_000), `${nearly}b${nearly}`)).toBeLessThan(3 * (500_000 / 32_768));
  });
});
