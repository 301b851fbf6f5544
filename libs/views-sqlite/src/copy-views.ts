import Database from 'better-sqlite3';
import { sqliteCode } from './database.ts';

/** How long it waits for a write of another process. */
const BUSY_MS = 5_000;

/**
 * Copies the file of the views as it is at one moment, also while servers use it, and changes nothing in it. Answers why it
 * cannot be copied where it is damaged; rejects where it cannot be read.
 */
export function copySqliteViews(file: string, copy: string): string | null {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    db.prepare('VACUUM INTO ?').run(copy);
    return null;
  } catch (error) {
    const code = sqliteCode(error);
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return `it is damaged (${code})`;
    throw error;
  } finally {
    db.close();
  }
}
