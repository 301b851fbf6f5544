import { z } from 'zod';

/** A moment, exactly as it was given: versions are stamped in whole milliseconds, but whoever asks may give more digits. */
export interface Instant {
  /** The millisecond that it lies in, in UTC. */
  readonly millisecond: number;
  /** The digits below the millisecond. */
  readonly below: string;
}

/** Of a text that is a time of ISO 8601 with `Z` or an offset. */
export function instantOf(text: string): Instant {
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  return {
    millisecond: Date.parse(text.replace(/\.\d+/, `.${digits.slice(0, 3).padEnd(3, '0')}`)),
    below: digits.slice(3),
  };
}

export function isLater(one: Instant, other: Instant): boolean {
  if (one.millisecond !== other.millisecond) return one.millisecond > other.millisecond;
  const length = Math.max(one.below.length, other.below.length);
  return one.below.padEnd(length, '0') > other.below.padEnd(length, '0');
}

/** The last timestamp that is not later. */
export const lastUpTo = ({ millisecond }: Instant): string => new Date(millisecond).toISOString();

/** The first timestamp that is not earlier: a version is made at or after the moment exactly where it is so of this one. */
export const firstFrom = ({ millisecond, below }: Instant): string =>
  new Date(/[1-9]/.test(below) ? millisecond + 1 : millisecond).toISOString();

const isTimestamp = (text: string) => z.iso.datetime({ precision: 3 }).safeParse(text).success;
/** Whether the timestamps around it are of years with four digits, as all timestamps are: they compare as texts. */
export const isInRange = (instant: Instant): boolean =>
  Number.isFinite(instant.millisecond) && isTimestamp(lastUpTo(instant)) && isTimestamp(firstFrom(instant));
