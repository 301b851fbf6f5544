import type { NewEvent, StoredEvent } from '@palimpsest/domain';
import { checkAppend } from '../src/log-toolkit/check-append.ts';
import { matches } from '../src/log-toolkit/check-read.ts';
import {
  LogError,
  type Appended,
  type EventLog,
  type ReadAllOptions,
  type ReadOptions,
} from '../src/ports/event-log.ts';

/** A log that is a list, in which a test can change what no log lets anyone change. It is for reading: nobody can follow it. */
export class ListLog implements EventLog {
  readonly events: StoredEvent[] = [];

  async append(stream: string, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(stream, events, 'no_stream');
    for (const event of events) {
      const revision = BigInt(this.events.filter((each) => each.stream === stream).length);
      this.events.push({ ...event, stream, revision, position: BigInt(this.events.length + 1) });
    }
    return { revision: await this.head(stream), position: await this.end() };
  }

  async head(stream: string): Promise<bigint | null> {
    return this.events.findLast((event) => event.stream === stream)?.revision ?? null;
  }

  async end(): Promise<bigint | null> {
    return this.events.at(-1)?.position ?? null;
  }

  async *read(stream: string, { direction, from, count }: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    const own = this.events.filter((event) => event.stream === stream);
    const ordered = direction === 'backwards' ? own.reverse() : own;
    const wanted = ordered.filter(({ revision }) =>
      from === undefined ? true : direction === 'backwards' ? revision <= from : revision >= from,
    );
    yield* wanted.slice(0, count);
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent> {
    yield* this.events.filter((event) => matches(options, event) && event.position > (options.after ?? -1n));
  }

  subscribe(): never {
    throw new LogError('invalid_argument', 'this log is for reading');
  }

  async close(): Promise<void> {}
}
