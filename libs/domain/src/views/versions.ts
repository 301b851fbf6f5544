import type { VersionRecorded } from '../configuration/events.ts';
import type { VersionView } from '../configuration/schemas.ts';
import { isFor, type KnownEvent } from '../events/registry.ts';
import { versionView } from './current-configuration.ts';

/** The code version of this fold: raise it with every change of what it makes of an event, and the view is rebuilt (A3). */
export const VERSIONS_VIEW_VERSION = 1;

/** What one version adds to the list of versions. Rows are only ever added. */
export interface VersionChange {
  readonly version: VersionView;
  /** Where it lies: a revision of `prompts-<team>`. */
  readonly place: bigint;
  /** The entry keys that changed. */
  readonly changed: VersionRecorded['changed'];
  readonly request: VersionRecorded['request_id'];
  /** The digests of the texts that this event carries. */
  readonly texts: readonly string[];
}

/** The fold of one event of `prompts-<team>`; null where the event says nothing about versions. */
export function versionChange(event: KnownEvent): VersionChange | null {
  if (!isFor('versions', event)) return null;
  const { texts, ...record } = event.data;
  return {
    version: versionView(record),
    place: event.revision,
    changed: record.changed,
    request: record.request_id,
    texts: Object.keys(texts),
  };
}
