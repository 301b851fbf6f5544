import type { Variable } from '@palimpsest/domain';
import { readJson } from './read-file.ts';
import { refused } from '../talking/problem.ts';

/** A variable as it was given: whether it is one, the server says. */
type GivenVariable = Readonly<Record<keyof Variable, unknown>>;

/** Variables from `name=value` and from files: a list of `{name, value}`, or an object of names. In the given order. */
export async function readVariables(given: readonly string[]): Promise<GivenVariable[]> {
  const read = await Promise.all(given.map(async (each) => (isAssignment(each) ? [assigned(each)] : fromFile(each))));
  return read.flat();
}

/** What has a name before its first `=` is no file; a file whose name has one is given with its folder, as `./a=b`. */
const isAssignment = (given: string): boolean => /^[^=/\\]+=/.test(given);

function assigned(given: string): GivenVariable {
  const at = given.indexOf('=');
  return { name: given.slice(0, at), value: given.slice(at + 1) };
}

async function fromFile(file: string): Promise<GivenVariable[]> {
  const read = await readJson(file);
  if (Array.isArray(read)) return read as GivenVariable[];
  if (typeof read === 'object' && read !== null) {
    return Object.entries(read as Record<string, unknown>).map(([name, value]) => ({ name, value }));
  }
  throw refused('invalid_field', file, 'must hold a list of {"name", "value"}, or an object of names and values');
}
