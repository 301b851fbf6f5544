import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { checkWal } from './check-wal.ts';
import { connect } from './connection.ts';
import type { Connection } from './connection.ts';
import { damaged, toFailure } from './failure.ts';
import { checkFormat } from './prepare-file.ts';
import { EVENT_COLUMNS, isIntact } from './row.ts';
import type { Row } from './row.ts';
import { toLogError } from './to-log-error.ts';

/** The first place that is not as it was written. */
export interface LogDamage {
  /** Null: in no single event, but in the file. */
  readonly position: bigint | null;
  readonly stream: string | null;
  readonly revision: bigint | null;
  readonly message: string;
}

export interface LogCheck {
  /** How many events were found intact. */
  readonly events: number;
  readonly end: bigint | null;
  /** Null: every event is what was written, and no stream has a hole. */
  readonly damage: LogDamage | null;
}

const STEP = 1000;

/**
 * Checks every event's CRC, that each stream's revisions have no hole, and SQLite's own structure; the log may be in use.
 * Rejects with a `LogError` where the file cannot be looked through at all: none, another one's, a newer one.
 * `onProgress` gets the number of events checked so far.
 */
export async function checkSqliteLog(file: string, onProgress?: (events: number) => void): Promise<LogCheck> {
  const path = resolve(file);
  const wal = await checkWal(path);
  let db: Connection | undefined;
  try {
    db = connect(path, { busyTimeout: 5000, readonly: true });
    checkFormat(db, path);
    const check = await checkEvents(db, path, onProgress);
    if (check.damage) return check;
    const damage = wal ? inFile(wal.message) : ((await checkRevisions(db, path)) ?? checkStructure(db, path));
    return { ...check, damage };
  } catch (error) {
    throw toLogError(toFailure(error, path), error);
  } finally {
    db?.close();
  }
}

async function checkEvents(db: Connection, file: string, onProgress?: (events: number) => void): Promise<LogCheck> {
  const next = db
    .prepare<[bigint, number], [...Row, idCrc: bigint]>(
      `SELECT ${EVENT_COLUMNS}, id_crc FROM events WHERE position > ? ORDER BY position LIMIT ?`,
    )
    .raw();
  let events = 0;
  let end: bigint | null = null;
  try {
    for (;;) {
      const rows = next.all(end ?? -1n, STEP);
      for (const row of rows) {
        const [position, stream, revision, id, type, schema, data, crc, idCrc] = row;
        if (!isIntact([position, stream, revision, id, type, schema, data, crc]) || idCrc !== BigInt(crc32(id)))
          return { events, end, damage: at(file, position, stream, revision, 'is not what was written') };
        events++;
        end = position;
      }
      onProgress?.(events);
      if (rows.length < STEP) return { events, end, damage: null };
      await setImmediate();
    }
  } catch (error) {
    const message = `${toFailure(error, file).message} (after position ${String(end ?? 0n)})`;
    return { events, end, damage: { position: null, stream: null, revision: null, message } };
  }
}

/** Walks the index of streams, which holds each stream's revisions in order. */
async function checkRevisions(db: Connection, file: string): Promise<LogDamage | null> {
  const rows = db
    .prepare<[], [string, bigint, bigint]>('SELECT stream, revision, position FROM events ORDER BY stream, revision')
    .raw()
    .iterate();
  let stream: string | undefined;
  let due = 0n;
  let seen = 0;
  for (const [name, revision, position] of rows) {
    if (name !== stream) due = 0n;
    if (revision !== due)
      return at(file, position, name, revision, `follows a hole: revision ${String(due)} is missing`);
    stream = name;
    due = revision + 1n;
    if (++seen % 10_000 === 0) await setImmediate();
  }
  return null;
}

function checkStructure(db: Connection, file: string): LogDamage | null {
  const found = db.pragma('integrity_check(1)', { simple: true });
  return found === 'ok' ? null : inFile(damaged(file, `${String(found)}: restore it from a backup`).message);
}

function at(file: string, position: bigint, stream: string, revision: bigint, what: string): LogDamage {
  const message = damaged(file, `the event at position ${String(position)} ${what}: restore it from a backup`).message;
  return { position, stream, revision, message };
}

function inFile(message: string): LogDamage {
  return { position: null, stream: null, revision: null, message };
}
