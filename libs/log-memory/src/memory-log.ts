import { checkAppend, checkRead, checkReadAll, LogError, PullSubscription } from '@palimpsest/application';
import type {
  Appended,
  EventLog,
  ExpectedRevision,
  ReadAllOptions,
  ReadOptions,
  SubscribeOptions,
  Subscription,
} from '@palimpsest/application';
import type { NewEvent, StoredEvent } from '@palimpsest/domain';
import { MemoryStore } from './memory-store.ts';
import { Wakeups } from './wakeups.ts';

export interface MemoryLogOptions {
  /** The position of the first event; 1 by default. */
  readonly firstPosition?: bigint;
}

/** The event log of tests and trials: in this process only, gone with it. Keeps JSON, never the caller's objects. */
export class MemoryLog implements EventLog {
  private readonly store: MemoryStore;
  private readonly wakeups = new Wakeups();
  private readonly subscriptions = new Set<Subscription>();
  private closed = false;

  constructor(options: MemoryLogOptions = {}) {
    this.store = new MemoryStore(options.firstPosition ?? 1n);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    this.mustBeOpen();
    const appended = this.store.append(stream, checkAppend(stream, events, expected), expected);
    this.wakeups.wake();
    return appended;
  }

  async head(stream: string): Promise<bigint | null> {
    this.mustBeOpen();
    return this.store.head(stream);
  }

  async end(): Promise<bigint | null> {
    this.mustBeOpen();
    return this.store.end();
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    this.mustBeOpen();
    checkRead(stream, options);
    for (const event of this.store.read(stream, options)) {
      yield event;
      this.mustBeOpen();
    }
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    this.mustBeOpen();
    checkReadAll(options);
    for (const event of this.store.readAll(options)) {
      yield event;
      this.mustBeOpen();
    }
  }

  subscribe(options: SubscribeOptions): Subscription {
    this.mustBeOpen();
    checkReadAll(options);
    const subscription = new PullSubscription(
      {
        page: (after) => this.store.page(after, options),
        wait: (_after, signal) => this.wakeups.wait(signal),
      },
      options,
    );
    this.subscriptions.add(subscription);
    void subscription.ended.finally(() => this.subscriptions.delete(subscription));
    return subscription;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.subscriptions].map((subscription) => subscription.unsubscribe()));
  }

  private mustBeOpen(): void {
    if (this.closed) throw new LogError('log_closed', 'the event log is closed');
  }
}
