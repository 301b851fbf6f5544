import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { refused } from '../talking/problem.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

/** A text file, or standard input for `-`. Throws `WrongUse` where it cannot be read, and refuses what is not UTF-8. */
export async function readText(file: string): Promise<string> {
  const bytes =
    file === '-' ? await buffer(process.stdin) : await readFile(file).catch((error: unknown) => cannot(file, error));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused('ill_formed_text', file, 'is not valid UTF-8; save it as UTF-8');
  }
}

/** A file of JSON. Refuses what is none. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw refused('malformed_json', file, `is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function cannot(file: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  throw new WrongUse(`${file} cannot be read (${code ?? 'unknown error'})`);
}
