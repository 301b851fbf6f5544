import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 20;

/** Another process, or another part of this one, held the lock for longer than anyone waits. */
export class LockHeld extends Error {}

/**
 * A lock that one holder has, over all processes: the write lock of an empty database in `file`. The operating system frees
 * it when the holder dies, however it dies. Answers the release, or null where another has it; throws where the file cannot
 * be made.
 */
export function takeLock(file: string): (() => void) | null {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE');
    return () => db.close();
  } catch (error) {
    db.close();
    // By its code, not its class: a second copy of the driver in one process would have a class of its own.
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/** Runs `work` alone under the lock; waits for others, and rejects with `LockHeld` where that takes too long. */
export async function withLock<T>(file: string, work: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patience;
  for (let release = takeLock(file); ; release = takeLock(file)) {
    if (release !== null) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    if (performance.now() > until) throw new LockHeld(`${file} is held by another process`);
    await setTimeout(PAUSE_MS + Math.random() * PAUSE_MS);
  }
}
