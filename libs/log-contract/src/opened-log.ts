import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
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

/**
 * Gives each test of the enclosing `describe` an empty store with one instance; or all of them one store, where they do
 * not get in each other's way, as opening is most of a short test's time.
 */
export function openLog<S extends LogStore>(
  subject: LogUnderTest<S>,
  scope: 'test' | 'group' = 'test',
  prepare?: (store: S) => Promise<void>,
): OpenedLog<S> {
  let store: S | undefined;
  let instances: EventLog[] = [];

  const another = async (): Promise<EventLog> => {
    const log = await found(store).connect();
    instances.push(log);
    return log;
  };

  const [before, after] = scope === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    store = await subject.createStore();
    await prepare?.(store);
    await another();
  });
  after(async () => {
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
