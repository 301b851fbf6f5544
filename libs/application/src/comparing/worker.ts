import { exactlyWhile } from '@palimpsest/domain';
import { parentPort } from 'node:worker_threads';
import { compare, type Given, type Kind } from './comparisons.ts';

/** All that one request compares, and how many milliseconds there are for detail; what is not done by then stays coarse. */
export interface Job<K extends Kind = Kind> {
  readonly kind: K;
  readonly given: Given<K>;
  readonly time: number;
}

// The worker's whole program: one answer for each job, in order, as the bytes of its JSON.
parentPort?.on('message', ({ kind, given, time }: Job) => {
  const end = performance.now() + time;
  const answer = compare(
    kind,
    given,
    exactlyWhile(() => performance.now() < end),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
