import type { Failure } from './failure.ts';

/** What the writer's thread is started with. */
export interface WriterData {
  readonly file: string;
  /** Milliseconds. */
  readonly busyTimeout: number;
  /** Shared; its one number is changed, and waiters notified, after each message to the writer. */
  readonly bell: Int32Array<SharedArrayBuffer>;
}

export interface AppendRequest {
  readonly stream: string;
  /** Null: no stream. */
  readonly expected: bigint | null;
  /** `[id, type, schema, JSON of data]` of each event. Arrays and strings cross threads fastest. */
  readonly events: readonly (readonly [string, string, number, string])[];
}

/** UTF-16 code units of the data. */
export function lengthOf({ events }: AppendRequest): number {
  let length = 0;
  for (const [, , , json] of events) length += json.length;
  return length;
}

export type AppendAnswer = { readonly revision: bigint | null; readonly position: bigint | null } | Failure;

/** To the writer: appends, in order; or the end. From it: `ready`, then the answers in the same order. */
export type ToWriter = readonly AppendRequest[] | 'close';
export type FromWriter = 'ready' | Failure | readonly AppendAnswer[];
