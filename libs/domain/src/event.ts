/** Any JSON object. Events hold nothing else. */
export type JsonObject = { readonly [key: string]: unknown };

/** The limit of one event's `data`, as UTF-8 bytes of its JSON, for every log. */
export const EVENT_LIMIT_BYTES = 1_000_000;

/** An event to be appended. `id` (1–100 characters, unique in the log) makes a retried append safe. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  /** The version of the shape of `data` (A5), from 1. */
  readonly schema: number;
  readonly data: JsonObject;
}

/** An event as the log holds it. Revisions count from 0 within a stream; positions rise strictly over the whole log. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}
