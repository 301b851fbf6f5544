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

/** An event of this team as one server-sent event, without any prompt text; null where it is none that is told. */
export function changeMessage(stored: StoredEvent, team: string): string | null {
  if (!isEventType(stored.type)) return null;
  const { told, stream } = definitionOf(stored.type);
  if (told === undefined || stored.stream !== streamsOf(team)[stream]) return null;
  const event = readEvent(stored);
  const data = isUnknown(event) ? null : factsOf(event);
  return data === null ? null : `event: ${told}\nid: ${String(stored.position)}\ndata: ${JSON.stringify(data)}\n\n`;
}

function factsOf(event: KnownEvent): object | null {
  if (event.type === 'DefaultsUpgraded') {
    const { release, version, digest, format, timestamp } = event.data;
    return { release, version, digest, format, timestamp, position: String(event.position) };
  }
  const change = versionChange(event);
  return change && { ...change.version, changed: change.changed };
}
