import type Database from 'better-sqlite3';

export type Db = Database.Database;
/** A value that can be bound to a statement. */
export type Value = string | number | bigint | null;
export type Row = Record<string, Value>;
