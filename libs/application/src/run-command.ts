import { randomUUID } from 'node:crypto';
import { definitionOf, type EventType, type JsonObject } from '@palimpsest/domain';
import { LogConflict, LogError, type Appended, type EventLog } from './ports/event-log.ts';

/** One event that a decision asks for. */
export interface Decided {
  readonly type: EventType;
  readonly data: object;
}

/** Another writer is first a few times at most; more often than that, something is wrong with the log. */
const MOST_TURNS = 100;

/**
 * The only loop that writes: load, decide, append at the revision that was decided on. A conflict means that another writer
 * was first: load and decide again. `decide` returns null to write nothing, and throws to refuse.
 *
 * @returns the event that was written with its place, or null
 */
export async function runCommand<State extends { readonly head: bigint | null }, E extends Decided>(
  log: EventLog,
  stream: string,
  load: () => Promise<State>,
  decide: (state: State) => E | null | Promise<E | null>,
): Promise<{ event: E; appended: Appended } | null> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const state = await load();
    const event = await decide(state);
    if (event === null) return null;
    const { type, data } = event;
    const stored = { id: randomUUID(), type, schema: definitionOf(type).schema, data: data as JsonObject };
    try {
      return { event, appended: await log.append(stream, [stored], state.head ?? 'no_stream') };
    } catch (error) {
      if (!(error instanceof LogConflict)) throw error;
    }
  }
  throw new LogError(
    'store_unavailable',
    `${stream} changed at each of ${String(MOST_TURNS)} attempts to append to it`,
  );
}
