import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstFrom, instantOf, isLater, lastUpTo } from './instant.ts';

const DIGITS = 12;
const pad = (number: number) => String(number).padStart(2, '0');

/** A time as a client may write it: any offset, any number of digits; with the moment in exact units of 10^-12 s. */
const given = fc
  .record({
    second: fc.oneof(
      fc.integer({ min: 1_780_000_000, max: 1_800_000_000 }),
      // The last second of a year, and seconds before 1970.
      fc.constantFrom(Date.UTC(2027, 0, 1) / 1000 - 1, -1, 0, -86_401),
    ),
    digits: fc.oneof(
      fc.stringMatching(/^\d{0,12}$/),
      fc.stringMatching(/^974[09]{0,9}$/),
      fc.stringMatching(/^9{0,12}$/),
    ),
    offset: fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
  })
  .map(({ second, digits, offset }) => {
    const local = new Date((second + offset * 60) * 1000).toISOString().slice(0, 19);
    const [sign, size] = [offset < 0 ? '-' : '+', Math.abs(offset)];
    const zone = offset === 0 ? 'Z' : `${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
    const text = `${local}${digits === '' ? '' : '.'}${digits}${zone}`;
    return { text, exact: BigInt(second) * 10n ** BigInt(DIGITS) + BigInt(digits.padEnd(DIGITS, '0')) };
  });
const exactOf = (timestamp: string) => BigInt(Date.parse(timestamp)) * 10n ** BigInt(DIGITS - 3);

describe('a time is compared exactly as it is given', () => {
  test('a timestamp is from `firstFrom` on where it is not earlier, and up to `lastUpTo` where it is not later', () => {
    const near = fc.tuple(given, fc.integer({ min: -2, max: 2 }));
    fc.assert(
      fc.property(near, ([{ text, exact }, distance]) => {
        const instant = instantOf(text);
        const timestamp = new Date(Date.parse(lastUpTo(instant)) + distance).toISOString();
        expect(timestamp >= firstFrom(instant)).toBe(exactOf(timestamp) >= exact);
        expect(timestamp <= lastUpTo(instant)).toBe(exactOf(timestamp) <= exact);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of two times the later one is found, to the last digit', () => {
    const close = fc
      .tuple(given, given, fc.boolean())
      .map(([one, other, isSame]) => (isSame ? [one, one] : [one, other]));
    fc.assert(
      fc.property(close, ([one, other]) => {
        if (one === undefined || other === undefined) return;
        expect(isLater(instantOf(one.text), instantOf(other.text))).toBe(one.exact > other.exact);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['2026-12-01T10:00:00.9749990Z', '2026-12-01T10:00:00.974999Z', false],
    ['2026-12-01T10:00:00.974999Z', '2026-12-01T11:00:00.974998+01:00', true],
    ['2026-12-01T10:00:00.974Z', '2026-12-01T10:00:00.9740001Z', false],
  ])('%s is later than %s: %s', (one, other, expected) => {
    expect(isLater(instantOf(one), instantOf(other))).toBe(expected);
  });

  test('what lies below the last millisecond of a year is in the next one', () => {
    expect(firstFrom(instantOf('2026-12-31T23:59:59.9990001Z'))).toBe('2027-01-01T00:00:00.000Z');
    expect(lastUpTo(instantOf('2026-12-31T23:59:59.9999999Z'))).toBe('2026-12-31T23:59:59.999Z');
  });
});
