import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimit } from './rate-limit.ts';

describe('a limit of requests', () => {
  it('allows the burst, then one at a time, and says when the next may come', () => {
    const limit = new RateLimit({ rate: 0.5, burst: 3 });
    expect([0, 0, 0, 0].map((now) => limit.take('a', now))).toEqual([0, 0, 0, 2]);
    expect(limit.take('a', 1_000)).toBe(1);
    expect(limit.take('a', 2_000)).toBe(0);
    expect(limit.take('a', 2_000)).toBe(2);
  });

  it('holds one caller against itself only', () => {
    const limit = new RateLimit({ rate: 1, burst: 1 });
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('b', 0)]).toEqual([0, 1, 0]);
  });

  it('never allows more than the burst and the rate over any time (law)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 200 }), (gaps) => {
        const allowance = { rate: 5, burst: 10 };
        const limit = new RateLimit(allowance);
        let now = 0;
        let allowed = 0;
        for (const gap of gaps) {
          now += gap;
          if (limit.take('a', now) === 0) allowed += 1;
        }
        expect(allowed).toBeLessThanOrEqual(allowance.burst + (now / 1000) * allowance.rate + 1e-9);
      }),
    );
  });

  it('lets a caller in again after the time that it named (law)', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), (more) => {
        const limit = new RateLimit({ rate: 3, burst: 5 });
        for (let n = 0; n < 5 + more; n += 1) limit.take('a', 0);
        const wait = limit.take('a', 0);
        expect(wait).toBeGreaterThan(0);
        expect(limit.take('a', wait * 1000)).toBe(0);
      }),
    );
  });

  it('forgets the quiet ones, and stays bounded', () => {
    const limit = new RateLimit({ rate: 0.001, burst: 1 });
    for (let n = 0; n < 20_000; n += 1) limit.take(`caller ${String(n)}`, 0);
    expect(limit.take('caller 19999', 0)).toBeGreaterThan(0);
    expect(limit.take('caller 0', 0)).toBe(0);
  });
});
