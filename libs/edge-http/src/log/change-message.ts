import { isUnknown, readEvent, streamsOf, versionChange, type StoredEvent } from '@palimpsest/domain';

/** The types of event of which `GET /v1/changes` tells. */
export const changeTypes = ['OverrideSaved', 'VersionRestored', 'DefaultsUpgraded'] as const;

/** An event of this team as one server-sent event, without any prompt text; null where it is none of them. */
export function changeMessage(stored: StoredEvent, team: string): string | null {
  const streams = streamsOf(team);
  if (stored.stream !== streams.prompts && stored.stream !== streams.defaults) return null;
  const event = readEvent(stored);
  if (isUnknown(event)) return null;
  const position = String(event.position);
  if (event.type === 'DefaultsUpgraded') {
    const { release, version, digest, format, timestamp } = event.data;
    return message('release', position, { release, version, digest, format, timestamp, position });
  }
  const change = versionChange(event);
  return change === null ? null : message('version', position, { ...change.version, changed: change.changed });
}

const message = (event: string, id: string, data: object): string =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
