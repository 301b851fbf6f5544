import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogErrorCode } from '@palimpsest/application';

/** A `LogError` as it crosses from the writer's thread, where the class is not loaded. */
export interface Failure {
  readonly code: LogErrorCode;
  readonly message: string;
  /** With `conflict` only: the revision at which the stream is. */
  readonly actual?: bigint | null;
}

/** Thrown inside of this package where a `Failure` is known already. */
export class FailureError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** What a fault of SQLite means to the caller: a code, and a sentence that names the file and the remedy. */
export function toFailure(error: unknown, file: string): Failure {
  if (error instanceof FailureError) return error.failure;
  if (!isSqliteError(error)) {
    // A missing folder is no SQLite fault to the driver.
    if (!existsSync(dirname(file))) return noAccess(file);
    return unavailable(file, error instanceof Error ? error.message : String(error));
  }
  const { code } = error;
  // The map of the WAL cannot grow on a full disk either, and SQLite calls that an I/O error.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return full(file);
  if (code === 'SQLITE_NOTADB')
    return damaged(file, 'it is not an SQLite file: name another file, or restore this one from a backup');
  // Revisions, positions and ids are looked up before they are written: only a damaged index lets one be there already.
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_CONSTRAINT'))
    return damaged(file, `${error.message}: run verify, and restore it from a backup`);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED') || code === 'SQLITE_PROTOCOL')
    return unavailable(file, 'another process has held it for too long: try again, or end that process');
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'SQLITE_PERM')
    return noAccess(file);
  return unavailable(file, `${error.message} (${code}): see that its disk works, then try again`);
}

/** By its code: where the driver is loaded twice in a process, as tests do, its class of errors is not one class. */
function isSqliteError(error: unknown): error is { readonly code: string; readonly message: string } {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_');
}

function noAccess(file: string): Failure {
  return unavailable(
    file,
    `it cannot be opened and written: make sure that the folder ${dirname(file)} exists and is writable`,
  );
}

export function full(file: string): Failure {
  return { code: 'storage_full', message: `the disk of ${file} is full: make room, then try again` };
}

export function damaged(file: string, why: string): Failure {
  return { code: 'log_damaged', message: `the log file ${file} is damaged: ${why}` };
}

export function unavailable(file: string, why: string): Failure {
  return { code: 'store_unavailable', message: `the log file ${file} is not available: ${why}` };
}
