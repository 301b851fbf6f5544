/** The clock's time as a timestamp, but never earlier than any of these, whatever the clock says (S4, U5). */
export function timestampAfter(now: number, ...before: readonly (string | null)[]): string {
  const times = before.map((each) => (each === null ? now : Date.parse(each)));
  return new Date(Math.max(now, ...times)).toISOString();
}
