import { setImmediate } from 'node:timers/promises';
import type { Steps } from '@palimpsest/domain';

/** How many milliseconds a computation may hold the event loop before whatever waits there has its turn. */
const SLICE_MS = 3;

/** Resolves when all that waited so far had a turn of their own: one goes on in each turn of the loop, however many there are. */
let queue: Promise<void> = Promise.resolve();
let waiting = 0;

/** Drives a computation to its end; prompts and other requests are served between its slices. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  if (waiting > 0) await turn();
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await turn();
  }
}

async function turn(): Promise<void> {
  waiting += 1;
  queue = queue.then(() => setImmediate());
  await queue;
  waiting -= 1;
}
