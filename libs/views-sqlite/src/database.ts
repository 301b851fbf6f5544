import type Database from 'better-sqlite3';

export type Db = Database.Database;
/** A value that can be bound to a statement. */
export type Value = string | number | bigint | null;
export type Row = Record<string, Value>;

/** SQLite's name for an error, such as `SQLITE_BUSY`; empty for any other error. */
export function sqliteCode(error: unknown): string {
  // By its code, not its class: a second copy of the driver in one process would have a class of its own.
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}
