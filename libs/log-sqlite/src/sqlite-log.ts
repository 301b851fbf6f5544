import { setImmediate } from 'node:timers/promises';
import {
  allClosed,
  checkAppend,
  checkRead,
  checkReadAll,
  closeAll,
  LogError,
  PullSubscription,
} from '@palimpsest/application';
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
import type { Connection } from './connection.ts';
import { toFailure } from './failure.ts';
import { Heads } from './heads.ts';
import { LogWatch } from './log-watch.ts';
import { Reader } from './reader.ts';
import { toLogError } from './to-log-error.ts';
import type { WriterClient } from './writer-client.ts';

/** Many reads are left early: pages begin small and grow. */
const FIRST_PAGE_ROWS = 30;

/** The event log in one SQLite file, which several processes may share. Made by `openSqliteLog`. */
export class SqliteLog implements EventLog {
  private readonly heads: Heads;
  private readonly reader: Reader;
  private readonly watch: LogWatch;
  private readonly subscriptions = new Set<Subscription>();
  private closing: Promise<void> | undefined;
  /** Set when damage was found: from then on nothing is appended. */
  private damage: LogError | undefined;

  constructor(
    private readonly file: string,
    private readonly writer: WriterClient,
    private readonly headConnection: Connection,
    private readonly readConnection: Connection,
  ) {
    this.heads = new Heads(headConnection);
    this.reader = new Reader(readConnection, file);
    this.watch = new LogWatch(() => this.heads.end());
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    this.mustBeOpen();
    const checked = checkAppend(stream, events, expected);
    if (this.damage) throw this.damage;
    const appended = await this.writer.append(stream, checked, expected).catch((error: unknown) => {
      throw this.noteDamage(error);
    });
    this.watch.wake();
    return appended;
  }

  async head(stream: string): Promise<bigint | null> {
    return this.ask(() => this.heads.head(stream));
  }

  async end(): Promise<bigint | null> {
    return this.ask(() => this.heads.end());
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    this.mustBeOpen();
    checkRead(stream, options);
    const { direction = 'forwards', count = Infinity } = options;
    const forwards = direction === 'forwards';
    const head = this.ask(() => this.heads.head(stream));
    if (head === null) return;
    let from = options.from ?? (forwards ? 0n : head);
    if (!forwards && from > head) from = head;
    let rows = FIRST_PAGE_ROWS;
    for (let left = count; left > 0; rows *= 4) {
      const range = { stream, direction, from, to: forwards ? head : 0n, most: Math.min(left, rows) };
      const page = this.ask(() => this.reader.streamPage(range));
      const last = page.at(-1);
      if (!last) return;
      left -= page.length;
      from = forwards ? last.revision + 1n : last.revision - 1n;
      for (const event of page) {
        yield event;
        this.mustBeOpen();
      }
      await setImmediate();
      this.mustBeOpen();
    }
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    this.mustBeOpen();
    checkReadAll(options);
    const end = this.ask(() => this.heads.end());
    let after = options.after ?? null;
    for (let left = options.count ?? Infinity; left > 0;) {
      const most = left;
      const page = this.ask(() => this.reader.logPage(after, end, options, most));
      if (page.through === null) return;
      after = page.through;
      left -= page.events.length;
      for (const event of page.events) {
        yield event;
        this.mustBeOpen();
      }
      await setImmediate();
      this.mustBeOpen();
    }
  }

  subscribe(options: SubscribeOptions): Subscription {
    this.mustBeOpen();
    checkReadAll(options);
    const subscription = new PullSubscription(
      {
        page: (after) => this.ask(() => this.reader.logPage(after, this.heads.end(), options)),
        wait: (after, signal) => this.watch.wait(after, signal),
      },
      options,
    );
    this.subscriptions.add(subscription);
    void subscription.ended.finally(() => this.subscriptions.delete(subscription));
    return subscription;
  }

  close(): Promise<void> {
    this.closing ??= this.free();
    return this.closing;
  }

  private async free(): Promise<void> {
    await closeAll([
      () => allClosed([...this.subscriptions].map((subscription) => subscription.unsubscribe())),
      () => this.headConnection.close(),
      () => this.readConnection.close(),
      // The last connection that closes tidies the WAL up: not on this thread.
      () => this.writer.close(),
    ]);
  }

  private ask<T>(question: () => T): T {
    this.mustBeOpen();
    try {
      return question();
    } catch (error) {
      throw this.noteDamage(error instanceof LogError ? error : toLogError(toFailure(error, this.file), error));
    }
  }

  private noteDamage(error: unknown): unknown {
    if (error instanceof LogError && error.code === 'log_damaged') this.damage ??= error;
    return error;
  }

  private mustBeOpen(): void {
    if (this.closing) throw new LogError('log_closed', 'the event log is closed');
  }
}
