import { describe, expect, it } from '@jest/globals';
import { age, when } from './age.ts';

const NOW = Date.UTC(2026, 11, 1, 12);
const ago = (milliseconds: number) => age(new Date(NOW - milliseconds).toISOString(), NOW);
const MINUTE = 60_000;

describe('how long ago', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [60 * MINUTE, '1 hour ago'],
    [24 * 60 * MINUTE, '1 day ago'],
    [30 * 24 * 60 * MINUTE, '30 days ago'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(ago(milliseconds)).toBe(text);
  });

  it('beyond a month, and from a clock that is ahead, the time stands alone', () => {
    expect(ago(31 * 24 * 60 * MINUTE)).toBe('');
    expect(ago(-2 * MINUTE)).toBe('');
    expect(when('2026-01-01T09:30:00.000Z', NOW)).toBe('2026-01-01 09:30 UTC');
    expect(when('2026-12-01T11:55:00.000Z', NOW)).toBe('2026-12-01 11:55 UTC, 5 minutes ago');
  });
});
