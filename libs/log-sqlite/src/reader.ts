import type { Filter, LogPage } from '@palimpsest/application';
import type { StoredEvent } from '@palimpsest/domain';
import type { Connection } from './connection.ts';
import { damaged, FailureError } from './failure.ts';
import { EVENT_COLUMNS, toEvent } from './row.ts';
import type { Row } from './row.ts';

/** The most that one synchronous step reads: rows, and UTF-16 code units of `data`. */
const PAGE_ROWS = 500;
const PAGE_LENGTH = 1_000_000;
/** The rows that one step looks through for those that match a filter. */
const WINDOW_ROWS = 5000;
const MAX = 2n ** 63n - 1n;

const SELECT = `SELECT ${EVENT_COLUMNS} FROM events`;

export interface StreamRange {
  readonly stream: string;
  readonly direction: 'forwards' | 'backwards';
  /** The first revision, inclusive, and the last one, in the direction of reading. */
  readonly from: bigint;
  readonly to: bigint;
  /** The most events of the page; it may hold fewer. */
  readonly most: number;
}

interface Matching {
  readonly start: bigint;
  readonly to: bigint;
  /** Arrays in JSON, or null: every one. */
  readonly prefixes: string | null;
  readonly types: string | null;
}

/**
 * Reads by pages, each in one synchronous step that leaves no statement open: nothing is held between them, neither a
 * handle nor a snapshot that would keep the WAL from being reused.
 */
export class Reader {
  private readonly forwards;
  private readonly backwards;
  private readonly all;
  private readonly windowEnd;
  private readonly matching;

  constructor(
    db: Connection,
    private readonly file: string,
  ) {
    this.forwards = db
      .prepare<[string, bigint, bigint], Row>(
        `${SELECT} WHERE stream = ? AND revision >= ? AND revision <= ? ORDER BY revision`,
      )
      .raw();
    this.backwards = db
      .prepare<[string, bigint, bigint], Row>(
        `${SELECT} WHERE stream = ? AND revision <= ? AND revision >= ? ORDER BY revision DESC`,
      )
      .raw();
    this.all = db
      .prepare<[bigint, bigint], Row>(`${SELECT} WHERE position > ? AND position <= ? ORDER BY position`)
      .raw();
    this.windowEnd = db
      .prepare<[bigint, bigint, number], bigint | null>(
        `SELECT max(position) FROM
          (SELECT position FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)`,
      )
      .pluck();
    // The filter crosses as JSON: its number of texts is not fixed, and input never becomes SQL.
    this.matching = db
      .prepare<[Matching], Row>(
        `${SELECT} WHERE position > @start AND position <= @to
        AND (@prefixes IS NULL OR EXISTS (SELECT 1 FROM json_each(@prefixes) WHERE substr(stream, 1, length(value)) = value))
        AND (@types IS NULL OR type IN (SELECT value FROM json_each(@types)))
        ORDER BY position`,
      )
      .raw();
  }

  /** The next page of a range that exists; empty after its end. Throws `log_damaged` where a revision is missing. */
  streamPage({ stream, direction, from, to, most }: StreamRange): readonly StoredEvent[] {
    const forwards = direction === 'forwards';
    if (forwards ? from > to : from < to) return [];
    const { events } = this.page((forwards ? this.forwards : this.backwards).iterate(stream, from, to), most);
    for (const [index, { revision, position }] of events.entries())
      if (revision !== (forwards ? from + BigInt(index) : from - BigInt(index)))
        throw new FailureError(damaged(this.file, `a revision is missing before position ${String(position)}`));
    if (events.length === 0)
      throw new FailureError(damaged(this.file, `revision ${String(from)} of a stream is missing`));
    return events;
  }

  /** What lies after a position, up to and including `to`. */
  logPage(after: bigint | null, to: bigint | null, filter: Filter, most = PAGE_ROWS): LogPage {
    const start = after === null ? -1n : after < MAX ? after : MAX;
    if (to === null || start >= to) return { events: [], through: null };
    const { prefixes, types } = filter;
    if (prefixes === undefined && types === undefined) {
      const { events } = this.page(this.all.iterate(start, to), most);
      return { events, through: events.at(-1)?.position ?? null };
    }
    const through = this.windowEnd.get(start, to, WINDOW_ROWS) ?? null;
    if (through === null) return { events: [], through };
    const { events, whole } = this.page(
      this.matching.iterate({ start, to: through, prefixes: json(prefixes), types: json(types) }),
      most,
    );
    return { events, through: whole ? through : (events.at(-1)?.position ?? through) };
  }

  private page(rows: IterableIterator<Row>, most: number): { readonly events: StoredEvent[]; readonly whole: boolean } {
    const events: StoredEvent[] = [];
    let length = 0;
    for (const row of rows) {
      events.push(toEvent(this.file, row));
      length += row[6].length;
      if (events.length >= Math.min(most, PAGE_ROWS) || length >= PAGE_LENGTH) return { events, whole: false };
    }
    return { events, whole: true };
  }
}

function json(texts: readonly string[] | undefined): string | null {
  return texts === undefined ? null : JSON.stringify(texts);
}
