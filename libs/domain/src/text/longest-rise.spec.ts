import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { longestRise } from './longest-rise.ts';

describe('longestRise', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });

  it('gives indexes that rise, of numbers that rise', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const rise = longestRise(list);
        const values = rise.map((index) => list[index] ?? NaN);
        expect(rise).toEqual([...rise].sort((a, b) => a - b));
        expect(values).toEqual([...values].sort((a, b) => a - b));
        expect(values).not.toContain(NaN);
      }),
    );
  });

  it('finds as many as the quadratic search', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const best: number[] = [];
        list.forEach((value, index) => {
          const before = best.filter((_, earlier) => (list[earlier] ?? Infinity) < value);
          best[index] = 1 + Math.max(0, ...before);
        });
        expect(longestRise(list)).toHaveLength(Math.max(0, ...best));
      }),
    );
  });
});
