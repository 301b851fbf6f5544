import { z } from 'zod';
import {
  viewNames,
  type Origin,
  type Role,
  type Session,
  type StoredEvent,
  type VersionListed,
  type ViewName,
} from '@palimpsest/domain';

/**
 * How much of JSON a page holds, about; one item alone may be more. The lists are read by the thread that serves prompts, so
 * their size is bounded, not the number of their items only.
 */
export const PAGE_LENGTH = 1_000_000;

/** One page of a list of these, at least an item where there is one. `next_cursor` is opaque, and null at the end. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });
export type Page<T> = z.infer<ReturnType<typeof pageSchema<z.ZodType<T>>>>;
export interface PageRequest {
  /** The most items; a page that grows to `PAGE_LENGTH` has fewer. */
  readonly limit: number;
  /** A `next_cursor` of the same list; a text that is none is refused with `InvalidCursor`. */
  readonly cursor?: string | undefined;
}
export class InvalidCursor extends Error {}

export interface VersionFilter {
  /** An entry key: only the versions in which it changed. */
  readonly key?: string | undefined;
  readonly origin?: Origin | undefined;
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
  lastUpTo(time: string): VersionListed | null;
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
/** Which Session used what. */
export interface UsesView {
  /** Newest first use first; each with all its uses. */
  sessions(filter: SessionFilter, page: PageRequest): Page<Session>;
}

/** Where each policy lies that prompts were made with: a revision of `policies-<team>`. */
export interface PoliciesView {
  place(digest: string): bigint | null;
  /** How many there are. */
  count(): number;
}

export { viewNames, type ViewName };

/** Whether position `a` comes before `b`; null comes before every position. */
export const isBefore = (a: bigint | null, b: bigint | null): boolean => b !== null && (a === null || a < b);

/** Events in the order of the log, to be folded into a view's rows. */
export interface Batch {
  /** The batch continues from here: every event up to this position that concerns the view was given before. */
  readonly after: bigint | null;
  readonly events: readonly StoredEvent[];
  /** Every event after `after` and up to this position that concerns the view is in `events`. */
  readonly position: bigint;
}

/** The event that was folded last. It tells whether the rows are those of this log. */
export type Anchor = Pick<StoredEvent, 'id' | 'stream' | 'revision'>;

/** How far a view, or a rebuild of it, is. */
export interface ViewProgress {
  /** The position up to which it holds the log; null: nothing yet. */
  readonly checkpoint: bigint | null;
  /** Events of unknown types that were passed over (A5). */
  readonly skipped: number;
  readonly anchor: Anchor | null;
}
export interface ViewState extends ViewProgress {
  /** False where its rows were made by another code version, or were never made whole: it is to be rebuilt (A3). */
  readonly current: boolean;
}

/** Rows of a view in a new generation, unseen until they are swapped in (A3). Only one at a time, over all processes. */
export interface Rebuild {
  readonly progress: ViewProgress;
  /** As `ViewStore.apply`, on the new rows. */
  apply(batch: Batch): bigint | null;
  /** Makes the indexes, one with each step of the iteration, so that the caller can yield in between. */
  index(): Iterable<void>;
  /** Swaps in one transaction and answers true; or false where the old rows are further in the log, and nothing is done. */
  finish(): boolean;
  /** Drops the new rows. Does nothing after it, or `finish`, succeeded. */
  abandon(): void;
}

/** Another rebuild of the view is under way, in this process or another. */
export class RebuildRunning extends Error {
  readonly code = 'rebuild_running';
  constructor(readonly view: ViewName) {
    super(`the view ${view} is being rebuilt already; wait for that, its progress is in the list of views`);
    this.name = 'RebuildRunning';
  }
}

/**
 * The read models' store: local, so its calls are synchronous; it may be deleted at any time. Several processes may share
 * one. Rows and checkpoint are written in one transaction, and an event at or before the checkpoint changes nothing.
 */
export interface ViewStore {
  readonly versions: VersionsView;
  readonly uses: UsesView;
  readonly policies: PoliciesView;
  state(view: ViewName): ViewState;
  /**
   * Applies what lies after the checkpoint, moves it to `position`, and answers the checkpoint. One before `batch.after` says
   * that the rows were replaced by others that miss something: nothing is done then, and the caller goes on from there.
   * Throws `UnreadableEvent` at one that cannot be read or has no place in the rows (A5), with everything before it applied.
   */
  apply(view: ViewName, batch: Batch): bigint | null;
  /** Throws `RebuildRunning`. */
  beginRebuild(view: ViewName): Rebuild;
  /** Empties a view whose rows are those of another log. */
  reset(view: ViewName): void;
  close(): void;
}
