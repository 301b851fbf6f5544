import type { NewEvent, StoredEvent } from '@palimpsest/domain';

/** `no_stream`: the stream has no event yet; a revision: that of the stream's last event. */
export type ExpectedRevision = 'no_stream' | bigint;

/** Revision and position of the last event of the batch; for an empty batch, of the stream's last event, or null. */
export interface Appended {
  readonly revision: bigint | null;
  readonly position: bigint | null;
}

export interface ReadOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** The first revision read, inclusive; by default the stream's first (or last, backwards). */
  readonly from?: bigint;
  readonly count?: number;
}

export interface Filter {
  /** Only streams whose name begins with one of these. */
  readonly prefixes?: readonly string[];
  readonly types?: readonly string[];
}

export interface ReadAllOptions extends Filter {
  /** Exclusive; null or absent: from the beginning. */
  readonly after?: bigint | null;
  readonly count?: number;
}

export interface SubscribeOptions extends Filter {
  /** Exclusive; null: from the beginning. */
  readonly after: bigint | null;
  /** Called strictly one after another. When it throws, the subscription stops at the last success. */
  onEvent(event: StoredEvent): void | Promise<void>;
  /** Everything up to and including this position was delivered or did not match the filter. */
  onCheckpoint?(position: bigint): void | Promise<void>;
  /** Called once, when the subscription ends by a fault; `event` is the one whose handler threw, if it was that. */
  onStopped?(error: unknown, event?: StoredEvent): void;
}

export interface Subscription {
  /** After it resolves no handler is called any more. */
  unsubscribe(): Promise<void>;
}

export { EVENT_LIMIT_BYTES } from '@palimpsest/domain';

/**
 * The log of events, the only truth. Every adapter passes the suite of `log-contract`.
 * Every method rejects with a `LogError` and with nothing else.
 */
export interface EventLog {
  /**
   * Appends all or none, durably: when it resolves, the events survive a crash. The same ids again at the old expected
   * revision succeed and write nothing. Rejects with `conflict`, `event_id_reused`, `event_too_large`, `invalid_argument`,
   * `store_unavailable`, `storage_full`, `log_damaged`.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended>;
  /** The revision of the stream's last event at this moment, or null where there is none. Never stale. */
  head(stream: string): Promise<bigint | null>;
  /** The position of the log's last event, or null. Never stale. */
  end(): Promise<bigint | null>;
  /** A missing stream is empty. Leaving the loop early frees what the read holds. */
  read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;
  /** Existing events, then new ones as they are appended, by this process or another, without gap or double. */
  subscribe(options: SubscribeOptions): Subscription;
  /** Ends subscriptions, waits for appends under way, frees everything. May be called twice. */
  close(): Promise<void>;
}

export type LogErrorCode =
  | 'conflict'
  | 'event_id_reused'
  | 'event_too_large'
  | 'invalid_argument'
  | 'store_unavailable'
  | 'storage_full'
  | 'log_damaged'
  | 'log_newer'
  | 'log_closed';

export class LogError extends Error {
  constructor(
    readonly code: LogErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'LogError';
  }
}

/** The stream is not at the revision that the writer expected. */
export class LogConflict extends LogError {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: bigint | null,
  ) {
    super('conflict', `stream ${stream}: expected ${String(expected)}, is at ${String(actual ?? 'no_stream')}`);
    this.name = 'LogConflict';
  }
}
