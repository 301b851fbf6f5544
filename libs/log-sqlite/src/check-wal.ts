import { open, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { damaged } from './failure.ts';
import type { Failure } from './failure.ts';

const ATTEMPTS = 20;
const HEADER = 32;
const PAGE_SIZE = 4096;
const FRAME_HEADER = 24;
const LITTLE_ENDIAN = 0x377f0682;

/**
 * Looks for damage in the write-ahead log. SQLite reads it up to the first frame whose checksum is wrong and takes the
 * rest for a commit that a crash cut off; where committed frames were damaged, it so forgets answered appends without a
 * word. A crash can cut off one commit, since each is synced before the next is written: so a wrong frame with two
 * commits of the same generation at or after it was damaged later. Gives the failure, or null.
 */
export async function checkWal(file: string): Promise<Failure | null> {
  const wal = `${file}-wal`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await stat(wal).catch(() => null);
    if (before === null || before.size <= HEADER) return null;
    const frame = await firstDamagedFrame(wal);
    if (frame === null) return null;
    // Another process may have written meanwhile, and then nothing was learnt; a clock tick is a few milliseconds.
    await setTimeout(30);
    const after = await stat(wal).catch(() => null);
    if (after?.mtimeMs === before.mtimeMs && after.size === before.size)
      return damaged(wal, `frame ${String(frame)} is not what was written, and commits follow it: restore a backup`);
  }
  return null;
}

async function firstDamagedFrame(wal: string): Promise<number | null> {
  const handle = await open(wal, 'r').catch(() => null);
  if (handle === null) return null;
  const bytes = await handle.readFile().finally(() => handle.close());
  if (bytes.length < HEADER) return null;
  const read =
    bytes.readUInt32BE(0) === LITTLE_ENDIAN ? bytes.readUInt32LE.bind(bytes) : bytes.readUInt32BE.bind(bytes);
  let s0 = 0;
  let s1 = 0;
  /** SQLite's checksum, over pairs of 32-bit words. */
  const sum = (from: number, to: number): void => {
    for (let at = from; at < to; at += 8) {
      s0 = (s0 + read(at) + s1) | 0;
      s1 = (s1 + read(at + 4) + s0) | 0;
    }
  };
  const sumIs = (at: number): boolean => bytes.readInt32BE(at) === s0 && bytes.readInt32BE(at + 4) === s1;

  sum(0, 24);
  const headerHolds = sumIs(24);
  let damagedFrame = headerHolds ? null : 0;
  // A header that is damaged itself does not tell its page size, nor the salts that mark its generation of frames.
  const pageSize = headerHolds ? bytes.readUInt32BE(8) : PAGE_SIZE;
  const salts = headerHolds ? 16 : HEADER + 8;
  let commitsAfter = 0;
  for (
    let frame = 1, at = HEADER;
    at + FRAME_HEADER + pageSize <= bytes.length;
    frame++, at += FRAME_HEADER + pageSize
  ) {
    const ofThisGeneration = bytes.compare(bytes, salts, salts + 8, at + 8, at + 16) === 0;
    if (damagedFrame === null) {
      sum(at, at + 8);
      sum(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
      if (!ofThisGeneration || !sumIs(at + 16)) damagedFrame = frame;
    }
    if (damagedFrame !== null && ofThisGeneration && bytes.readUInt32BE(at + 4) !== 0) commitsAfter++;
  }
  return commitsAfter >= 2 ? damagedFrame : null;
}
