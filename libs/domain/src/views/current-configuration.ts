import type { Entry } from '../configuration/entries.ts';
import type { VersionRecorded } from '../configuration/events.ts';
import type { VersionView } from '../configuration/schemas.ts';
import type { VersionState } from '../configuration/state.ts';
import type { Digest } from '../text/digest.ts';

/** The digests of all texts of a version. */
export function digestsOf(data: VersionRecorded): Digest[] {
  return Object.values(data.entries).flatMap((entry) =>
    'base' in entry ? [entry.digest] : [entry.digest, entry.description],
  );
}

/**
 * The configuration that an event makes current. Each event names all entries, so nothing of the state before it is needed
 * but texts: `textOf` gives those that the event does not carry.
 */
export function versionOf(data: VersionRecorded, textOf: (digest: Digest) => string): VersionState {
  const { texts, ...record } = data;
  const text = (digest: Digest) => texts[digest] ?? textOf(digest);
  const entries = new Map(
    Object.entries(data.entries).map(([key, stored]): [string, Entry] => [
      key,
      'base' in stored
        ? { text: text(stored.digest), base: stored.base }
        : { description: text(stored.description), body: text(stored.digest) },
    ]),
  );
  return { revision: data.revision, timestamp: data.timestamp, record, entries };
}

/** A version as it is shown (S4); revision 0 has null in the fields that it cannot have. */
export function versionView(record: VersionState['record']): VersionView {
  if (record === null) return emptyVersion;
  const { revision, predecessor, timestamp, origin, actor, message, kind } = record;
  const { restored_from, request, release, digest, bytes } = record;
  return {
    revision,
    predecessor,
    timestamp,
    origin,
    actor,
    message,
    kind,
    restored_from,
    request,
    release,
    digest,
    bytes,
  };
}

const emptyVersion: VersionView = {
  revision: 0,
  predecessor: null,
  timestamp: null,
  origin: null,
  actor: null,
  message: null,
  kind: null,
  restored_from: null,
  request: null,
  release: null,
  digest: null,
  bytes: 0,
};
