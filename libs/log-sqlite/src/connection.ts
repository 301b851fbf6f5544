import Database from 'better-sqlite3';

export type Connection = Database.Database;

export interface ConnectOptions {
  /** Milliseconds that a statement waits for a lock of another connection. */
  readonly busyTimeout: number;
  readonly readonly?: boolean;
}

/**
 * Every connection of this package is made here. better-sqlite3 is compiled to fall back to `synchronous=NORMAL` in WAL
 * mode, in which a commit is not synced: FULL is a setting of the connection, not of the file.
 */
export function connect(file: string, options: ConnectOptions): Connection {
  const { busyTimeout, readonly = false } = options;
  const db = new Database(file, { timeout: busyTimeout, readonly, fileMustExist: readonly });
  try {
    db.defaultSafeIntegers(true);
    if (!readonly) db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
