const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const MOST_DAYS = 30;

/** How long ago a time was, as people say it; beyond a month, or from a clock that is ahead, the time alone tells more. */
export function age(timestamp: string, now: number): string {
  const passed = now - Date.parse(timestamp);
  if (passed < -60_000 || passed > MOST_DAYS * 86_400_000) return '';
  for (const [unit, milliseconds] of UNITS) {
    const count = Math.floor(passed / milliseconds);
    if (count > 0) return `${String(count)} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** A time with its age: `2026-12-01 09:30 UTC, 5 minutes ago`. */
export function when(timestamp: string | null, now = Date.now()): string {
  if (timestamp === null) return '';
  const ago = age(timestamp, now);
  const time = `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
  return ago === '' ? time : `${time}, ${ago}`;
}
