import type { ExpectedRevision, Filter, ReadOptions } from '@palimpsest/application';

export interface ModelEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
}

/** The log as simply as it can be said: one list, searched from its start each time. */
export class Model {
  readonly events: ModelEvent[] = [];

  stream(name: string): ModelEvent[] {
    return this.events.filter(({ stream }) => stream === name);
  }

  head(name: string): bigint | null {
    return this.stream(name).at(-1)?.revision ?? null;
  }

  /** The code of the refusal, or the last event of the batch or the stream. */
  append(
    stream: string,
    events: readonly { readonly id: string; readonly type: string }[],
    expected: ExpectedRevision,
  ): ModelEvent | 'conflict' | 'event_id_reused' | null {
    const first = expected === 'no_stream' ? 0n : expected + 1n;
    const known = events.map(({ id }) => this.events.find((event) => event.id === id));
    if (known.some((event) => event !== undefined)) {
      const same = known.every((event, n) => event?.stream === stream && event.revision === first + BigInt(n));
      return same ? (known.at(-1) ?? null) : 'event_id_reused';
    }
    if (this.head(stream) !== (expected === 'no_stream' ? null : expected)) return 'conflict';
    for (const [n, event] of events.entries()) this.events.push({ ...event, stream, revision: first + BigInt(n) });
    return this.stream(stream).at(-1) ?? null;
  }

  read(stream: string, { direction, from, count }: ReadOptions): ModelEvent[] {
    const events = this.stream(stream);
    if (direction === 'backwards') events.reverse();
    const inRange = events.filter(
      ({ revision }) => from === undefined || (direction === 'backwards' ? revision <= from : revision >= from),
    );
    return inRange.slice(0, count);
  }

  readAll(filter: Filter, after: number, count: number | undefined): ModelEvent[] {
    const { prefixes = [''], types } = filter;
    return this.events
      .slice(after)
      .filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)))
      .filter(({ type }) => types?.includes(type) ?? true)
      .slice(0, count);
  }
}
