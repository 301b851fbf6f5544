import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from './connection.ts';
import { freeBytes, RESERVE_BYTES } from './disk-room.ts';

/** More than SQLite lets the WAL grow to before it begins again at its start (1,000 pages of 4 KB). */
const WAL_BYTES = 6_000_000;

/**
 * Makes the WAL as large as it will be, once. A commit that makes a file longer must sync its length too, which costs
 * about as much again as the commit. Zeros are written in a transaction that does not fit the page cache, so they reach
 * the WAL, and then rolled back, so they never count.
 */
export function growWal(db: Connection, file: string): void {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= WAL_BYTES) return;
  // Its speed is not worth the last room of a disk.
  if (freeBytes(dirname(file)) < WAL_BYTES + RESERVE_BYTES) return;
  const cacheSize = Number(db.pragma('cache_size', { simple: true }));
  try {
    db.pragma('cache_size = 10');
    db.exec('BEGIN IMMEDIATE');
    db.exec('CREATE TABLE zeros (zeros BLOB)');
    db.prepare('INSERT INTO zeros VALUES (zeroblob(?))').run(WAL_BYTES);
  } catch {
    // A full or busy disk is found, and answered, by the first append.
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.pragma(`cache_size = ${String(cacheSize)}`);
  }
}
