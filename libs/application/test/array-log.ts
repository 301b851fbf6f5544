import type { NewEvent, StoredEvent } from '@palimpsest/domain';
import { checkAppend } from '../src/log-toolkit/check-append.ts';
import { checkRead, checkReadAll, matches } from '../src/log-toolkit/check-read.ts';
import { LogConflict, LogError } from '../src/ports/event-log.ts';
import type { Appended, EventLog, ExpectedRevision, ReadAllOptions, ReadOptions } from '../src/ports/event-log.ts';

/**
 * A log in an array, for tests of use cases: it can be taken away, another writer can be first, and a test can change in
 * `events` what no log lets anyone change. Nobody can follow it. The log of `log-memory` is built on this package.
 */
export class ArrayLog implements EventLog {
  readonly events: StoredEvent[] = [];
  /** While set, every call rejects with it. */
  away: LogError | null = null;
  /** Called before each append: what another writer does first. */
  before: (() => void) | null = null;

  /** Appends whatever the head is. */
  put(stream: string, event: Omit<NewEvent, 'id'> & { id?: string }): StoredEvent {
    const position = BigInt(this.events.length + 1);
    const stored = {
      id: `e-${String(position)}`,
      ...event,
      stream,
      position,
      revision: (this.#headOf(stream) ?? -1n) + 1n,
    };
    this.events.push(stored);
    return stored;
  }

  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
    return this.#answer(() => {
      const first = this.before;
      this.before = null;
      first?.();
      checkAppend(stream, events, expected);
      const actual = this.#headOf(stream);
      if ((expected === 'no_stream' ? null : expected) !== actual) throw new LogConflict(stream, expected, actual);
      const last = events.map((event) => this.put(stream, structuredClone(event))).at(-1);
      return { revision: last?.revision ?? actual, position: last?.position ?? null };
    });
  }

  head(stream: string): Promise<bigint | null> {
    return this.#answer(() => this.#headOf(stream));
  }

  end(): Promise<bigint | null> {
    return this.#answer(() => this.events.at(-1)?.position ?? null);
  }

  async *read(stream: string, options: ReadOptions = {}) {
    checkRead(stream, options);
    const { direction = 'forwards', from, count = Infinity } = options;
    const forwards = direction === 'forwards';
    const all = await this.#answer(() => this.#of(stream));
    const start = from ?? (forwards ? 0n : BigInt(all.length));
    const some = all.filter(({ revision }) => (forwards ? revision >= start : revision <= start));
    yield* (forwards ? some : some.reverse()).slice(0, count);
  }

  async *readAll(options: ReadAllOptions = {}) {
    checkReadAll(options);
    const { after, count = Infinity } = options;
    const all = await this.#answer(() => this.events.filter((event) => matches(options, event)));
    yield* all.filter(({ position }) => position > (after ?? 0n)).slice(0, count);
  }

  subscribe(): never {
    throw new LogError('invalid_argument', 'nobody follows this log');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #of = (stream: string) => this.events.filter((event) => event.stream === stream);
  #headOf = (stream: string) => this.events.findLast((event) => event.stream === stream)?.revision ?? null;

  async #answer<T>(answer: () => T): Promise<T> {
    if (this.away !== null) throw this.away;
    return Promise.resolve(answer());
  }
}
