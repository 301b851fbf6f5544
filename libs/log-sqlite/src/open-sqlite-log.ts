import { resolve } from 'node:path';
import { closeAll, type EventLog } from '@palimpsest/application';
import { connect } from './connection.ts';
import type { Connection } from './connection.ts';
import { toFailure } from './failure.ts';
import { SqliteLog } from './sqlite-log.ts';
import { toLogError } from './to-log-error.ts';
import { WriterClient } from './writer-client.ts';

export interface SqliteLogOptions {
  /** The file, made where it does not exist; its folder must. SQLite keeps two more beside it, `-wal` and `-shm`. */
  readonly file: string;
  /** Milliseconds that an append waits for another process's; 5,000 by default. Then `store_unavailable`. */
  readonly busyTimeout?: number;
  /** Milliseconds after which an append is answered with `store_unavailable`, whatever holds it; 15,000 by default. */
  readonly appendTimeout?: number;
}

/** Reads wait on the thread that serves, so not for long, and in WAL mode hardly ever. */
const READ_BUSY_MS = 500;

/**
 * Opens the event log, or rejects with a `LogError` whose message names the file and the remedy: `log_damaged`,
 * `log_newer`, `store_unavailable` or `storage_full`.
 */
export async function openSqliteLog(options: SqliteLogOptions): Promise<EventLog> {
  const { busyTimeout = 5000, appendTimeout = 15_000 } = options;
  const file = resolve(options.file);
  const writer = await WriterClient.start({ file, busyTimeout }, appendTimeout);
  const open: Connection[] = [];
  try {
    const connections = [0, 1].map(() => {
      const db = connect(file, { busyTimeout: READ_BUSY_MS, readonly: true });
      open.push(db);
      return db;
    }) as [Connection, Connection];
    return new SqliteLog(file, writer, ...connections);
  } catch (error) {
    const fault = toLogError(toFailure(error, file), error);
    await closeAll([() => Promise.reject(fault), ...open.map((db) => () => db.close()), () => writer.close()]);
    throw fault;
  }
}
