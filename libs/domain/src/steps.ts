/**
 * A computation in pieces of bounded length: it yields between them and returns its result. Whoever drives it may do other
 * work between two pieces; driven to its end at once it is an ordinary function.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The result, all in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
