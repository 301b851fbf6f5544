import { setImmediate } from 'node:timers/promises';
import type { EventLog } from '../ports/event-log.ts';
import type { Batch, Rebuild } from '../ports/views.ts';
import { replay, type ReplayOptions } from './replay.ts';
import type { RebuildProgress } from './view-status.ts';

export type OnProgress = (progress: RebuildProgress) => void;

/**
 * Replays the log into the new rows while the old ones serve and go on, then swaps (A3). What was appended meanwhile is
 * replayed until nothing is missing at the swap. On any error, and when `signal` aborts, the new rows are dropped.
 */
export async function rebuildView(
  log: EventLog,
  rebuild: Rebuild,
  options: Omit<ReplayOptions, 'onBatch'>,
  onProgress: OnProgress,
): Promise<RebuildProgress> {
  let progress: RebuildProgress = { position: null, end: null, events: 0 };
  const target = { checkpoint: () => rebuild.progress.checkpoint, apply: (batch: Batch) => rebuild.apply(batch) };
  const run = () =>
    replay(log, target, {
      ...options,
      onBatch(events, position, end) {
        progress = { position: String(position), end: String(end), events: progress.events + events };
        onProgress(progress);
      },
    });
  try {
    await run();
    for (const made of rebuild.index()) await setImmediate(made);
    do {
      await run();
      options.signal?.throwIfAborted();
    } while (!rebuild.finish());
    return progress;
  } catch (error) {
    rebuild.abandon();
    throw error;
  }
}
