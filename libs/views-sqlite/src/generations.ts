import type { ViewName, ViewProgress } from '@palimpsest/application';
import type { Db } from './database.ts';
import type { ViewTables } from './tables.ts';

/** One set of a view's tables. Of each team and view at most one serves and one is being filled. */
export interface Generation extends ViewProgress {
  readonly generation: number;
  readonly version: number;
  /** False until the log was replayed into it to its end. */
  readonly whole: boolean;
}
type State = 'serving' | 'filling';

/** Numbers are never used twice, so that a statement prepared for a dropped generation never meets the tables of another. */
export const GENERATIONS = `CREATE TABLE generations (generation INTEGER PRIMARY KEY AUTOINCREMENT, team TEXT NOT NULL,
  view TEXT NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL, whole INTEGER NOT NULL, checkpoint INTEGER, skipped INTEGER NOT NULL DEFAULT 0,
  anchor_id TEXT, anchor_stream TEXT, anchor_revision INTEGER, UNIQUE (team, view, state))`;

/** Every method runs inside the caller's transaction, where it is to be one with others. */
export class Generations {
  readonly #find;
  readonly #move;
  constructor(
    readonly db: Db,
    readonly team: string,
  ) {
    this.#find = db.prepare('SELECT * FROM generations WHERE team = ? AND view = ? AND state = ?').safeIntegers();
    this.#move = db.prepare(
      `UPDATE generations SET checkpoint = ?, skipped = ?, anchor_id = ?, anchor_stream = ?, anchor_revision = ?
         WHERE generation = ?`,
    );
  }

  find(view: ViewName, state: State): Generation | null {
    const row = this.#find.get(this.team, view, state) as GenerationRow | undefined;
    if (row === undefined) return null;
    const { anchor_id: id, anchor_stream: stream, anchor_revision: revision } = row;
    return {
      generation: Number(row.generation),
      version: Number(row.version),
      whole: row.whole === 1n,
      checkpoint: row.checkpoint,
      skipped: Number(row.skipped),
      anchor: id === null || stream === null || revision === null ? null : { id, stream, revision },
    };
  }

  serving(view: ViewName): Generation {
    const found = this.find(view, 'serving');
    if (found === null) throw new Error(`the file of the views holds no rows of ${view}; restart to rebuild them`);
    return found;
  }

  /** A new, empty generation, with its indexes only if it serves from now on. */
  create(view: ViewName, tables: ViewTables, state: State): number {
    const insert = this.db.prepare(
      'INSERT INTO generations (team, view, state, version, whole) VALUES (?, ?, ?, ?, 0)',
    );
    const generation = Number(insert.run(this.team, view, state, tables.version).lastInsertRowid);
    const indexes = state === 'serving' ? tables.indexes(generation) : [];
    for (const statement of [...tables.create(generation), ...indexes]) this.db.exec(statement);
    return generation;
  }

  move(generation: number, { checkpoint, skipped, anchor }: ViewProgress): void {
    this.#move.run(checkpoint, skipped, anchor?.id, anchor?.stream, anchor?.revision, generation);
  }

  /** The filled generation serves, whole; the one that served is forgotten, its tables still to be dropped. */
  swap(old: number, filled: number): void {
    this.db.prepare('DELETE FROM generations WHERE generation = ?').run(old);
    this.db.prepare("UPDATE generations SET state = 'serving', whole = 1 WHERE generation = ?").run(filled);
  }

  drop(generation: number, tables: ViewTables): void {
    this.db.prepare('DELETE FROM generations WHERE generation = ?').run(generation);
    for (const table of tables.names(generation)) this.db.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}

interface GenerationRow {
  readonly generation: bigint;
  readonly version: bigint;
  readonly whole: bigint;
  readonly checkpoint: bigint | null;
  readonly skipped: bigint;
  readonly anchor_id: string | null;
  readonly anchor_stream: string | null;
  readonly anchor_revision: bigint | null;
}
