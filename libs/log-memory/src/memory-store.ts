import { LogConflict, LogError, matches } from '@palimpsest/application';
import type {
  Appended,
  CheckedEvent,
  ExpectedRevision,
  Filter,
  LogPage,
  ReadAllOptions,
  ReadOptions,
} from '@palimpsest/application';
import type { JsonObject, StoredEvent } from '@palimpsest/domain';

interface Row extends CheckedEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

const PAGE = 500;

/** The rows, in the order of their positions, which have no holes. Synchronous, so that every append is one step. */
export class MemoryStore {
  private readonly rows: Row[] = [];
  private readonly streams = new Map<string, Row[]>();
  private readonly ids = new Map<string, Row>();

  constructor(private readonly firstPosition: bigint) {}

  append(stream: string, events: readonly CheckedEvent[], expected: ExpectedRevision): Appended {
    const rows = this.streams.get(stream) ?? [];
    const earlier = this.appendedBefore(stream, events, expected);
    if (earlier) return earlier;
    const actual = this.head(stream);
    if (actual !== (expected === 'no_stream' ? null : expected)) throw new LogConflict(stream, expected, actual);
    if (events.length > 0) this.streams.set(stream, rows);
    for (const event of events) {
      const position = this.firstPosition + BigInt(this.rows.length);
      const row: Row = { ...event, stream, revision: BigInt(rows.length), position };
      rows.push(row);
      this.rows.push(row);
      this.ids.set(row.id, row);
    }
    const last = rows.at(-1);
    return { revision: last?.revision ?? null, position: last?.position ?? null };
  }

  head(stream: string): bigint | null {
    return this.streams.get(stream)?.at(-1)?.revision ?? null;
  }

  end(): bigint | null {
    return this.rows.at(-1)?.position ?? null;
  }

  *read(stream: string, { direction = 'forwards', from, count = Infinity }: ReadOptions): Generator<StoredEvent> {
    const rows = this.streams.get(stream) ?? [];
    const last = rows.length - 1;
    const forwards = direction === 'forwards';
    let index = Number(from ?? (forwards ? 0n : BigInt(last)));
    if (!forwards) index = Math.min(index, last);
    for (let read = 0; read < count && index >= 0 && index <= last; read++, index += forwards ? 1 : -1)
      yield toEvent(rows[index] as Row);
  }

  *readAll({ after = null, count = Infinity, ...filter }: ReadAllOptions): Generator<StoredEvent> {
    const end = this.rows.length;
    let read = 0;
    for (let index = this.indexAfter(after); index < end && read < count; index++) {
      const row = this.rows[index] as Row;
      if (!matches(filter, row)) continue;
      read++;
      yield toEvent(row);
    }
  }

  page(after: bigint | null, filter: Filter): LogPage {
    const from = this.indexAfter(after);
    const rows = this.rows.slice(from, from + PAGE);
    const events = rows.filter((row) => matches(filter, row)).map(toEvent);
    return { events, through: rows.at(-1)?.position ?? null };
  }

  private indexAfter(after: bigint | null): number {
    const index = after === null ? 0 : Number(after - this.firstPosition + 1n);
    return Math.min(Math.max(index, 0), this.rows.length);
  }

  /** What the same batch got when it was appended before; null if none of its ids is in the log. */
  private appendedBefore(stream: string, events: readonly CheckedEvent[], expected: ExpectedRevision): Appended | null {
    const used = events.find(({ id }) => this.ids.has(id));
    if (!used) return null;
    const first = expected === 'no_stream' ? 0n : expected + 1n;
    const same = events.every(({ id }, index) => {
      const row = this.ids.get(id);
      return row?.stream === stream && row.revision === first + BigInt(index);
    });
    if (!same) throw new LogError('event_id_reused', `event id ${used.id} is already in the log, at another place`);
    const last = this.ids.get((events.at(-1) as CheckedEvent).id) as Row;
    return { revision: last.revision, position: last.position };
  }
}

function toEvent({ json, ...row }: Row): StoredEvent {
  return { ...row, data: JSON.parse(json) as JsonObject };
}
