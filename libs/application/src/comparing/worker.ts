import { diffTexts, mergeTexts } from '@palimpsest/domain';
import { parentPort } from 'node:worker_threads';
import { packDiff, packMerge, type PackedDiff, type PackedMerge } from './packed.ts';

export type Comparison =
  | { readonly kind: 'diff'; readonly from: string; readonly to: string }
  | { readonly kind: 'merge'; readonly base: string; readonly current: string; readonly draft: string };
export type Compared =
  { readonly kind: 'diff'; readonly diff: PackedDiff } | { readonly kind: 'merge'; readonly merge: PackedMerge };

// The worker's whole program: one answer for each comparison, in order.
parentPort?.on('message', (job: Comparison) => {
  parentPort?.postMessage(compare(job));
});

function compare(job: Comparison): Compared {
  if (job.kind === 'diff') return { kind: 'diff', diff: packDiff(diffTexts(job.from, job.to)) };
  return { kind: 'merge', merge: packMerge(mergeTexts(job.base, job.current, job.draft)) };
}
