import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** More than one event of the log may hold (C3), so that no text of this size is worth reading. */
const MOST_BYTES = 1_000_000;

const REMOVE_IT = 'add it or remove it from the manifest';

/** A file that cannot be used: a sentence that names it, as the manifest does, and the remedy. */
export class FileFault extends Error {}

/** Reads a text file inside a folder. Rejects with `FileFault` (C3): missing, outside, no file, too large, not UTF-8. */
export async function readInside(folder: string, file: string, ifMissing = REMOVE_IT): Promise<string> {
  const path = resolve(folder, file);
  if (isAbsolute(file) || !isInside(resolve(folder), path)) throw outside(file);
  try {
    // A link may lead out of the folder; only the real path tells.
    const real = await realpath(path);
    if (!isInside(await realpath(folder), real)) throw outside(file);
    const { size, isFile } = await kindOf(real);
    if (!isFile) throw new FileFault(`${file} is no file; put a text file there`);
    if (size > MOST_BYTES) {
      throw new FileFault(`${file} has ${String(size)} bytes, at most ${String(MOST_BYTES)} are allowed; shorten it`);
    }
    return decode(file, await readFile(real));
  } catch (error) {
    throw error instanceof FileFault ? error : unreadable(file, error, ifMissing);
  }
}

async function kindOf(path: string): Promise<{ size: number; isFile: boolean }> {
  const found = await stat(path);
  return { size: found.size, isFile: found.isFile() };
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(file: string): FileFault {
  return new FileFault(`${file} is outside the folder; move the file into it and name it relative to it`);
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    // The byte order mark is kept: the canonical form takes one away, and only one (C4).
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileFault(`${file} is not valid UTF-8; save it as UTF-8`);
  }
}

function unreadable(file: string, error: unknown, ifMissing: string): FileFault {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileFault(`${file} is missing; ${ifMissing}`);
  if (code === 'EACCES' || code === 'EPERM') return new FileFault(`${file} may not be read; allow it to this user`);
  return new FileFault(`${file} cannot be read (${code === '' ? 'unknown error' : code})`);
}
