import { problemOf } from '@palimpsest/application';
import {
  definitionOf,
  isEventType,
  isUnknown,
  readEvent,
  streamsOf,
  versionChange,
  type KnownEvent,
  type StoredEvent,
} from '@palimpsest/domain';

/** One server-sent event. */
const message = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * The first event for a reader who goes on after a position that this log does not reach, so another one's: one that was
 * restored from an older backup, say. What the reader holds may be of versions that are no more; it goes on from here.
 */
export function resetMessage(end: bigint | null): string {
  const position = String(end ?? 0n);
  return message('reset', { position }, position);
}

/** The last event where the log cannot be followed: what went wrong, with nothing about the inside, and when to come back. */
export function errorMessage(error: unknown, retryMs: number): string {
  const { code, title } = problemOf(error);
  return `retry: ${String(retryMs)}\n${message('error', { code, title })}`;
}

/** An event of this team as one server-sent event, without any prompt text; null where it is none that is told. */
export function changeMessage(stored: StoredEvent, team: string): string | null {
  if (!isEventType(stored.type)) return null;
  const { told, stream } = definitionOf(stored.type);
  if (told === undefined || stored.stream !== streamsOf(team)[stream]) return null;
  const event = readEvent(stored);
  const data = isUnknown(event) ? null : factsOf(event);
  return data === null ? null : message(told, data, String(stored.position));
}

function factsOf(event: KnownEvent): object | null {
  if (event.type === 'DefaultsUpgraded') {
    const { release, version, digest, format, timestamp } = event.data;
    return { release, version, digest, format, timestamp, position: String(event.position) };
  }
  const change = versionChange(event);
  return change && { ...change.version, changed: change.changed };
}
