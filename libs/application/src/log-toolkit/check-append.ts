import type { NewEvent } from '@palimpsest/domain';
import { EVENT_LIMIT_BYTES, LogError } from '../ports/event-log.ts';
import type { ExpectedRevision } from '../ports/event-log.ts';

/** The longest stream name, in UTF-16 code units: it fits an index of every store. */
export const STREAM_LIMIT = 500;
/** The longest id and type of an event, in UTF-16 code units. */
export const NAME_LIMIT = 100;

/** An event whose parts were checked; `json` is its `data` as it is stored, so no log keeps the caller's objects. */
export interface CheckedEvent {
  readonly id: string;
  readonly type: string;
  readonly schema: number;
  readonly json: string;
}

/**
 * What every log refuses before it looks at its store. Throws `invalid_argument`, `event_id_reused` (an id twice in the
 * batch) or `event_too_large`; nothing was written then.
 */
export function checkAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): readonly CheckedEvent[] {
  checkName('stream name', stream, STREAM_LIMIT);
  if (expected !== 'no_stream' && (typeof expected !== 'bigint' || expected < 0n))
    throw new LogError('invalid_argument', "the expected revision must be 'no_stream' or a bigint from 0");
  if (!Array.isArray(events)) throw new LogError('invalid_argument', 'the events must be an array');
  const ids = new Set<string>();
  return events.map((event: NewEvent) => {
    const checked = checkEvent(event);
    if (ids.has(checked.id)) throw new LogError('event_id_reused', `event id ${checked.id} is twice in the batch`);
    ids.add(checked.id);
    return checked;
  });
}

/** A text of 1–`limit` code units that every store keeps unchanged: no NUL, no unpaired surrogate. */
export function checkName(what: string, name: unknown, limit: number): asserts name is string {
  if (typeof name !== 'string' || name.length === 0 || name.length > limit)
    throw new LogError('invalid_argument', `the ${what} must be a text of 1 to ${String(limit)} characters`);
  if (name.includes('\0') || /\p{Surrogate}/u.test(name))
    throw new LogError('invalid_argument', `the ${what} must hold no NUL and no unpaired surrogate`);
}

function checkEvent(event: NewEvent | null): CheckedEvent {
  if (typeof event !== 'object' || event === null) throw new LogError('invalid_argument', 'an event must be an object');
  const { id, type, schema, data } = event;
  checkName('event id', id, NAME_LIMIT);
  checkName('event type', type, NAME_LIMIT);
  if (!Number.isSafeInteger(schema) || schema < 1)
    throw new LogError('invalid_argument', `event ${id}: schema must be an integer from 1`);
  const json = toJson(id, data);
  // A UTF-16 code unit becomes at most three bytes: short texts need no counting.
  if (json.length * 3 > EVENT_LIMIT_BYTES) {
    const bytes = Buffer.byteLength(json);
    if (bytes > EVENT_LIMIT_BYTES)
      throw new LogError(
        'event_too_large',
        `event ${id}: data has ${String(bytes)} bytes, the limit is ${String(EVENT_LIMIT_BYTES)}`,
      );
  }
  return { id, type, schema, json };
}

function toJson(id: string, data: unknown): string {
  let json: unknown;
  try {
    json = JSON.stringify(data);
  } catch (cause) {
    throw new LogError('invalid_argument', `event ${id}: data cannot be written as JSON`, { cause });
  }
  // An array, a text or what JSON leaves out would come back as something else.
  if (typeof json !== 'string' || !json.startsWith('{'))
    throw new LogError('invalid_argument', `event ${id}: data must be a JSON object`);
  return json;
}
