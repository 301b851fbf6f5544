import { exactlyWhile, type TextComparison } from '@palimpsest/domain';
import { parentPort } from 'node:worker_threads';
import { comparisons, type Kind, type Packed } from './comparisons.ts';

/** All that one request compares, and how many milliseconds there are for detail; what is not done by then stays coarse. */
export interface Job<K extends Kind = Kind> {
  readonly kind: K;
  readonly packed: Packed<K>;
  readonly time: number;
}

// The worker's whole program: one answer for each job, in order, as the bytes of its JSON.
parentPort?.on('message', ({ kind, packed, time }: Job) => {
  const end = performance.now() + time;
  const answer = answerTo(
    kind,
    packed,
    exactlyWhile(() => performance.now() < end),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});

function answerTo<K extends Kind>(kind: K, packed: Packed<K>, texts: TextComparison) {
  return comparisons[kind].compare(packed, texts);
}
