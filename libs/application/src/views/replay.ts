import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '@palimpsest/domain';
import type { EventLog } from '../ports/event-log.ts';
import { isBefore, type Batch } from '../ports/views.ts';

/** Rows that events are folded into: a view, or a rebuild of it. */
export interface ReplayTarget {
  checkpoint(): bigint | null;
  /** Answers the checkpoint afterwards; one before `batch.after` says that nothing was done. */
  apply(batch: Batch): bigint | null;
}
export interface ReplayOptions {
  readonly prefixes: readonly string[];
  /** Events in one transaction: what the thread that serves prompts is kept from its work for. */
  readonly size: number;
  readonly signal?: AbortSignal;
  /** After each batch: the number of events in it, and the end that is made for. */
  readonly onBatch?: (events: number, position: bigint, end: bigint) => void;
}

/**
 * Folds everything that is in the log at the time of the call and lies after the target's checkpoint. A read begun after
 * `end()` answered sees all events up to that position, so the checkpoint goes there even where nothing matched.
 */
export async function replay(log: EventLog, target: ReplayTarget, options: ReplayOptions): Promise<void> {
  const end = await log.end();
  let after = target.checkpoint();
  if (end === null || !isBefore(after, end)) return;
  const { prefixes, size, signal, onBatch } = options;
  const commit = (events: readonly StoredEvent[], position: bigint): boolean => {
    if (isBefore(target.apply({ after, events, position }), position)) return false;
    after = position;
    onBatch?.(events.length, position, end);
    return true;
  };
  let events: StoredEvent[] = [];
  let last = end;
  for await (const event of log.readAll({ after, prefixes })) {
    events.push(event);
    if (event.position > last) last = event.position;
    if (events.length < size) continue;
    if (!commit(events, event.position)) return replay(log, target, options);
    events = [];
    await setImmediate();
    signal?.throwIfAborted();
  }
  if (!commit(events, last)) return replay(log, target, options);
}
