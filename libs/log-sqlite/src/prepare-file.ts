import { accessSync, constants, existsSync } from 'node:fs';
import { connect } from './connection.ts';
import type { Connection } from './connection.ts';
import { damaged, FailureError, unavailable } from './failure.ts';
import { APPLICATION_ID, CREATE, FORMAT } from './format.ts';
import { EVENT_COLUMNS, toEvent } from './row.ts';
import type { Row } from './row.ts';

const LAST_ROWS = 100;

/** Opens the file for writing, making a new log where there is none. Throws where it is no log that this code may write. */
export function prepareFile(file: string, busyTimeout: number): Connection {
  // SQLite opens a file that may only be read without a word, and refuses the first write.
  if (existsSync(file)) mustBeWritable(file);
  const db = connect(file, { busyTimeout });
  try {
    if (isEmpty(db)) create(db);
    checkFormat(db, file);
    checkLastRows(db, file);
    return db;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.close();
    throw error;
  }
}

function mustBeWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new FailureError(unavailable(file, 'it can only be read: make it writable for the user who runs this'));
  }
}

/** Throws `log_damaged` for a file of something else, `log_newer` for one of a later version of this product. */
export function checkFormat(db: Connection, file: string): void {
  if (number(db, 'application_id') !== APPLICATION_ID)
    throw new FailureError(
      damaged(file, 'it is not an event log of Palimpsest: name another file, or move this one away'),
    );
  const format = number(db, 'user_version');
  if (format > FORMAT)
    throw new FailureError({
      code: 'log_newer',
      message: `the log file ${file} has format ${String(format)}, this version reads up to ${String(FORMAT)}: start a newer version`,
    });
  const tables = db.prepare('SELECT sql FROM sqlite_schema ORDER BY rowid').pluck().all();
  if (format < 1 || tables.length !== CREATE.length || CREATE.some((sql, index) => tables[index] !== sql))
    throw new FailureError(damaged(file, 'its tables are not those of its format: restore it from a backup'));
}

function isEmpty(db: Connection): boolean {
  return number(db, 'application_id') === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function create(db: Connection): void {
  db.exec('BEGIN IMMEDIATE');
  // Another process may have been first.
  if (isEmpty(db)) {
    for (const sql of CREATE) db.exec(sql);
    db.pragma(`application_id = ${String(APPLICATION_ID)}`);
    db.pragma(`user_version = ${String(FORMAT)}`);
  }
  db.exec('COMMIT');
}

/** SQLite appends happily to a damaged file: the end, to which the next event is added, is looked at first. */
function checkLastRows(db: Connection, file: string): void {
  const sql = `SELECT ${EVENT_COLUMNS} FROM events ORDER BY position DESC LIMIT ?`;
  for (const row of db.prepare<[number], Row>(sql).raw().iterate(LAST_ROWS)) toEvent(file, row);
}

function number(db: Connection, pragma: 'application_id' | 'user_version'): number {
  return Number(db.pragma(pragma, { simple: true }));
}
