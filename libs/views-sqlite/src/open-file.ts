import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { sqliteCode, type Db } from './database.ts';

/** Marks a file as one of ours ("Pmps"). */
const APPLICATION_ID = 0x506d7073;
/** The layout of the tables: raise it with every change of a column, and older and newer files are emptied. */
const LAYOUT = 1;
/** How long a write waits for that of another process. */
const BUSY_MS = 5_000;

/** `replaced` is told why a file was not used as it was: it may be deleted at any time, so that is no reason to stop. */
export function openFile(file: string, tables: string, replaced: (reason: string) => void): Db {
  for (let attempt = 1; ; attempt += 1) {
    const db = new Database(file, { timeout: BUSY_MS });
    try {
      const why = prepare(db, tables);
      if (why !== null) replaced(why);
      return db;
    } catch (error) {
      db.close();
      const code = sqliteCode(error);
      if (attempt < 10 && code.startsWith('SQLITE_BUSY')) {
        // Going over to WAL does not wait for others by itself.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * attempt);
      } else if (attempt < 10 && (error instanceof Foreign || code === 'SQLITE_NOTADB')) {
        replaced(`it is no file of views; moved to ${moveAside(file)}`);
      } else if (attempt < 10 && (error instanceof Damaged || code.startsWith('SQLITE_CORRUPT'))) {
        for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
        replaced('it is damaged; deleted');
      } else throw error;
    }
  }
}

class Foreign extends Error {}
class Damaged extends Error {}

/** Answers why the tables that were there were dropped, or null. */
function prepare(db: Db, schema: string): string | null {
  const of = (pragma: string) => db.pragma(pragma, { simple: true });
  const tables = db.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'").pluck();
  if (tables.get() !== 0 && of('application_id') !== APPLICATION_ID) throw new Foreign();
  if (of('quick_check(1)') !== 'ok') throw new Damaged();
  db.pragma('journal_mode = WAL');
  // Not OFF: a power cut could then leave rows of which nothing tells that they are wrong.
  db.pragma('synchronous = NORMAL');
  return db
    .transaction((): string | null => {
      const layout = Number(of('user_version'));
      if (layout === LAYOUT) return null;
      const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
      for (const name of names.pluck().all() as string[]) db.exec(`DROP TABLE "${name.replaceAll('"', '""')}"`);
      db.exec(schema);
      db.pragma(`application_id = ${String(APPLICATION_ID)}`);
      db.pragma(`user_version = ${String(LAYOUT)}`);
      return layout === 0 ? null : `its layout is ${String(layout)}, not ${String(LAYOUT)}; emptied`;
    })
    .immediate();
}

/** Nothing of another program is deleted. */
function moveAside(file: string): string {
  let number = 1;
  while (existsSync(`${file}.aside-${String(number)}`)) number += 1;
  const aside = `${file}.aside-${String(number)}`;
  renameSync(file, aside);
  for (const end of ['-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end);
  return aside;
}
