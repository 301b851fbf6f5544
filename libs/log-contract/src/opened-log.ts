import { afterEach, beforeEach } from '@jest/globals';
import type { EventLog } from '@palimpsest/application';
import type { LogStore, LogUnderTest } from './harness.ts';

/** The store of the running test, and the instances over it. */
export interface OpenedLog<S extends LogStore = LogStore> {
  readonly store: S;
  /** The first instance. */
  readonly log: EventLog;
  /** One more instance; closed after the test. */
  another(): Promise<EventLog>;
}

/** Gives each test of the enclosing `describe` an empty store with one instance. */
export function openForEachTest<S extends LogStore>(
  subject: LogUnderTest<S>,
  prepare?: (store: S) => Promise<void>,
): OpenedLog<S> {
  let store: S | undefined;
  let instances: EventLog[] = [];

  const another = async (): Promise<EventLog> => {
    const log = await found(store).connect();
    instances.push(log);
    return log;
  };

  beforeEach(async () => {
    store = await subject.createStore();
    await prepare?.(store);
    await another();
  });
  afterEach(async () => {
    await Promise.all(instances.map((log) => log.close()));
    instances = [];
    await store?.remove();
  });

  return {
    another,
    get store() {
      return found(store);
    },
    get log() {
      return found(instances[0]);
    },
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('outside of a test');
  return value;
}
