import Database from 'better-sqlite3';
import { sqliteCode } from './database.ts';

/** A lock that one holder has, over all processes. The operating system frees it when the holder dies, however it dies. */
export interface Locks {
  /** The release of the lock, or null where another has it. */
  take(name: string): (() => void) | null;
}

/** Locks beside a file: each is the write lock of an empty database of its own. */
export function fileLocks(file: string): Locks {
  return {
    take(name) {
      const db = new Database(`${file}.lock-${name}`, { timeout: 0 });
      try {
        db.exec('BEGIN IMMEDIATE');
        return () => db.close();
      } catch (error) {
        db.close();
        if (sqliteCode(error) === 'SQLITE_BUSY') return null;
        throw error;
      }
    },
  };
}

/** Locks of a store in memory, which nobody else can open. */
export function memoryLocks(): Locks {
  const taken = new Set<string>();
  return {
    take(name) {
      if (taken.has(name)) return null;
      taken.add(name);
      return () => taken.delete(name);
    },
  };
}
