import type { Role, Session, StoredEvent, VersionView } from '@palimpsest/domain';

/** One page of a list. `next_cursor` is opaque, and null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}
export interface PageRequest {
  readonly limit: number;
  /** A `next_cursor` of the same list; a text that is none is refused with `InvalidCursor`. */
  readonly cursor?: string | undefined;
}
export class InvalidCursor extends Error {}

export type VersionListed = VersionView & { readonly changed: readonly string[] };
export interface VersionFilter {
  /** An entry key: only the versions in which it changed. */
  readonly key?: string | undefined;
  readonly origin?: 'panel' | 'tool' | undefined;
  readonly actor?: string | undefined;
  /** Timestamps in UTC with milliseconds; `since` is inclusive, `until` exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The versions and where they lie in the log, by revision, key, request and text. Places are revisions of `prompts-<team>`. */
export interface VersionsView {
  /** Newest first. */
  list(filter: VersionFilter, page: PageRequest): Page<VersionListed>;
  /** The last version whose timestamp is not after `time`, or null. */
  inForceAt(time: string): VersionListed | null;
  place(revision: number): bigint | null;
  /** The accepted request of that client's id (S10). */
  request(id: string): { readonly revision: number; readonly fingerprint: string } | null;
  /** The place of the event that carries the text. */
  textPlace(digest: string): bigint | null;
}

export interface SessionFilter {
  readonly revision?: number | undefined;
  readonly release?: number | undefined;
  readonly role?: Role | undefined;
}
/** Which Session used what. `policyPlace` is a revision of `policies-<team>`. */
export interface UsesView {
  /** Newest first use first; each with all its uses. */
  sessions(filter: SessionFilter, page: PageRequest): Page<Session>;
  policyPlace(digest: string): bigint | null;
}

export const viewNames = ['versions', 'uses'] as const;
export type ViewName = (typeof viewNames)[number];

/**
 * The read models' store: local, so its calls are synchronous; it may be deleted at any time. Several processes may share
 * one. Rows and checkpoint are written in one transaction, and an event at or before the checkpoint changes nothing.
 */
export interface ViewStore {
  readonly versions: VersionsView;
  readonly uses: UsesView;
  /** The position up to which the view holds the log; null: nothing yet, or its code version changed. */
  checkpoint(view: ViewName): bigint | null;
  /** Applies events in order and moves the checkpoint to `position`. */
  apply(view: ViewName, events: readonly StoredEvent[], position: bigint): void;
  close(): void;
}
