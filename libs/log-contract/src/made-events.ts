import { randomUUID } from 'node:crypto';
import type { EventLog } from '@palimpsest/application';
import type { NewEvent, StoredEvent } from '@palimpsest/domain';

/** An event of no meaning; what matters to a test is named. */
export function newEvent(named: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), type: 'Happened', schema: 1, data: { some: 'data' }, ...named };
}

/** `count` events whose data says which of them each is: `{ n: 0 }`, `{ n: 1 }` … */
export function newEvents(count: number, named: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent({ data: { n }, ...named }));
}

/** Appends after whatever the stream holds. */
export async function add(log: EventLog, stream: string, ...events: NewEvent[]): Promise<bigint> {
  const { position } = await log.append(stream, events, (await log.head(stream)) ?? 'no_stream');
  if (position === null) throw new Error('nothing was appended');
  return position;
}

export async function collect(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const collected: StoredEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

export async function revisions(events: AsyncIterable<StoredEvent>): Promise<bigint[]> {
  return (await collect(events)).map(({ revision }) => revision);
}

export async function ids(events: AsyncIterable<StoredEvent>): Promise<string[]> {
  return (await collect(events)).map(({ id }) => id);
}

export function idsOf(events: readonly { readonly id: string }[]): string[] {
  return events.map(({ id }) => id);
}

/** 0n, 1n … `count` of them. */
export function bigints(count: number, from = 0): bigint[] {
  return Array.from({ length: count }, (_, n) => BigInt(from + n));
}
