import { LogError, type EventLog } from '../ports/event-log.ts';
import { isBefore, viewNames, type ViewName, type ViewStore } from '../ports/views.ts';

/** Whether the log holds what the read model folded last: true too where it folded nothing yet. */
export async function isOfThisLog(log: EventLog, views: ViewStore, view: ViewName): Promise<boolean> {
  // The rows first: what they hold was in the log before.
  const { checkpoint, anchor } = views.state(view);
  if (anchor === null) return true;
  if (isBefore(await log.end(), checkpoint)) return false;
  for await (const { id } of log.read(anchor.stream, { from: anchor.revision, count: 1 })) return id === anchor.id;
  return false;
}

/**
 * The read models are a witness of the log: an event that they folded was there, so a log without it has lost answered
 * saves (a cut or damaged end, a missing file), or is another one. Throws `log_damaged` before anything is served from it.
 */
export async function checkWitness(log: EventLog, views: ViewStore): Promise<void> {
  for (const view of viewNames) {
    if (await isOfThisLog(log, views, view)) continue;
    throw new LogError('log_damaged', LOST);
  }
}

export const LOST =
  'the event log lacks events that its read models hold, so answered saves are missing: restore it (log.sqlite with ' +
  'log.sqlite-wal) from a backup; to go on with the log as it is, delete views.sqlite';
