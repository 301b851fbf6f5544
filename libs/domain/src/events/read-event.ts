import type { StoredEvent } from '../event.ts';
import {
  definitionOf,
  isEventType,
  isFor,
  type EventOf,
  type Fold,
  type FoldedBy,
  type KnownEvent,
} from './registry.ts';

/** An event that should be known and cannot be read: it stops what reads it, and is named (A5). Holds no text of `data`. */
export class UnreadableEvent extends Error {
  constructor(
    readonly event: StoredEvent,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    const { type, id, stream, revision, position } = event;
    const place = `${stream}, revision ${String(revision)}, position ${String(position)}`;
    super(`event ${id} (${type}) at ${place} cannot be read: ${reason}`, options);
    this.name = 'UnreadableEvent';
  }
}

/** The only place where stored events become today's: for commands, projections and rebuilds alike (A5). */
export function readEvent(event: StoredEvent): KnownEvent | { readonly unknown: true } {
  const { type, schema } = event;
  if (!isEventType(type)) return { unknown: true };
  const { schema: current, upcast, data: shape } = definitionOf(type);
  if (!Number.isInteger(schema) || schema < 1) throw new UnreadableEvent(event, 'its schema is no number from 1');
  if (schema > current) {
    throw new UnreadableEvent(event, `its schema is ${String(schema)}, this build knows ${String(current)} at most`);
  }
  let data = event.data;
  for (let from = schema; from < current; from += 1) data = upcast?.[from]?.(data) ?? data;
  const result = shape.safeParse(data);
  if (result.success) return { ...event, schema: current, type, data: result.data } as KnownEvent;
  const issue = result.error.issues[0];
  throw new UnreadableEvent(event, `${issue?.path.map(String).join('/') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

export const isUnknown = (event: KnownEvent | { readonly unknown: true }): event is { readonly unknown: true } =>
  'unknown' in event;

/** The event in today's shape, where this fold takes it; else null. Throws `UnreadableEvent`. */
export function readFor<F extends Fold>(fold: F, stored: StoredEvent): EventOf<FoldedBy<F>> | null {
  const event = readEvent(stored);
  return !isUnknown(event) && isFor(fold, event) ? event : null;
}
