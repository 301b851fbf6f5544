import type { Connection } from './connection.ts';

/** Asks where streams and the log are, on a connection that never iterates: one that does answers from its snapshot. */
export class Heads {
  private readonly headOf;
  private readonly last;

  constructor(db: Connection) {
    this.headOf = db
      .prepare<[string], bigint>('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
      .pluck();
    this.last = db.prepare<[], bigint | null>('SELECT max(position) FROM events').pluck();
  }

  head(stream: string): bigint | null {
    return this.headOf.get(stream) ?? null;
  }

  end(): bigint | null {
    return this.last.get() ?? null;
  }
}
