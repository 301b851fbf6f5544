/** A step of a close: it frees one thing. */
type Step = () => unknown;

/** Runs every step, one after the other, also after one that failed; then throws what they threw, together. */
export async function closeAll(steps: Iterable<Step>): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      faults.push(error);
    }
  }
  throwTogether(faults);
}

/** The same where nothing is waited for. */
export function closeAllNow(steps: Iterable<() => void>): void {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      faults.push(error);
    }
  }
  throwTogether(faults);
}

/** Waits for all that was begun at once, also where one fails; then throws what they threw, together. */
export async function allClosed(begun: Iterable<Promise<unknown>>): Promise<void> {
  const results = await Promise.allSettled(begun);
  throwTogether(results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : [])));
}

/** One fault as it is; several in one `AggregateError`, whose message holds all of theirs. */
function throwTogether(faults: readonly unknown[]): void {
  if (faults.length === 0) return;
  if (faults.length === 1) throw faults[0];
  throw new AggregateError(
    faults,
    faults.map((each) => (each instanceof Error ? each.message : String(each))).join('; '),
  );
}
