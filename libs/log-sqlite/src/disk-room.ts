import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What the log leaves free on its disk, so that the read models beside it can follow all that was appended, and every list
 * goes on where nothing more can be saved. SQLite moves a WAL into its file at 1,000 pages of 4 KB: the log's own file may
 * grow by that without another append, and so may theirs.
 */
export const RESERVE_BYTES = 2 * 1_000 * 4_096;

/** Of each UTF-16 code unit of an event, three bytes of UTF-8 at most: in the WAL, and moved into the file. */
const BYTES_A_UNIT = 2 * 3;

/** Asking takes some microseconds: with more than this, which no transaction needs, once in this time is enough. */
const PLENTY_BYTES = 100_000_000;
const ASK_AGAIN_MS = 500;

/** Whether the disk of a file has room for appends, beside the reserve. */
export class DiskRoom {
  readonly #folder: string;
  #left = 0;
  #asked = 0;

  constructor(file: string) {
    this.#folder = dirname(file);
  }

  /** At the begin of a transaction: what others wrote shows on the disk, what is not committed yet may not. */
  ask(): void {
    const now = performance.now();
    if (this.#left > PLENTY_BYTES && now - this.#asked < ASK_AGAIN_MS) return;
    this.#left = freeBytes(this.#folder) - RESERVE_BYTES;
    this.#asked = now;
  }

  /** Takes room for so many UTF-16 code units; false where that much is not left. */
  take(units: number): boolean {
    const left = this.#left - units * BYTES_A_UNIT;
    if (left < 0) return false;
    this.#left = left;
    return true;
  }
}

/** Bytes that this user may still write to the disk of a folder. Where that is not told, SQLite finds a full disk itself. */
export function freeBytes(folder: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}
