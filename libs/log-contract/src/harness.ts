import type { EventLog } from '@palimpsest/application';
import type { NewEvent } from '@palimpsest/domain';

/** What an adapter declares that it cannot do: the rest of the sentence "it cannot …", with the reason. */
export interface Cannot {
  readonly cannot: string;
}
export type Capability<T> = T | Cannot;

/** The place where one test's events lie. */
export interface LogStore {
  /** Another instance over the same store, as another process has it. The suite closes what it opened. */
  connect(): Promise<EventLog>;
  /** Called after each test, when all instances are closed. */
  remove(): Promise<void>;
}

/** What the suite must be told or lent about an adapter. Each capability is there, or declared to be missing. */
export interface Capabilities<S extends LogStore> {
  /** Events are there after all instances were closed. */
  readonly durable: Capability<true>;
  /** Several instances work on one store at once. */
  readonly instances: Capability<true>;
  /** The store goes away, and comes back when the returned function is called. */
  readonly outage: Capability<(store: S) => Promise<() => Promise<void>>>;
  /** Every connection is cut once; the adapter makes new ones by itself. */
  readonly lostConnections: Capability<(store: S) => Promise<void>>;
  /** Begins to append, so that its events have positions already, and makes them visible when `commit` is called. */
  readonly lateCommit: Capability<
    (store: S, stream: string, events: readonly NewEvent[]) => Promise<{ commit(): Promise<void> }>
  >;
  /** Makes the store's next position this one. Called before the first instance is made. */
  readonly nextPosition: Capability<(store: S, position: bigint) => Promise<void>>;
}

export interface LogUnderTest<S extends LogStore> {
  createStore(): Promise<S>;
  readonly capabilities: Capabilities<S>;
}

export function isMissing<T>(capability: Capability<T>): capability is Cannot {
  return typeof capability === 'object' && capability !== null && 'cannot' in capability;
}
