import { entryMaps, statusSchema, versionWholeSchema, type NumberOrLatest } from '@palimpsest/domain';
import { refused } from '../talking/problem.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

/** What a file asks to be saved: the body of a PUT or a PATCH, less its base where the file names none. */
export interface Draft {
  readonly method: 'PUT' | 'PATCH';
  readonly body: Readonly<Record<string, unknown>>;
  /** The revision that the draft was made from, as the file says, or null. */
  readonly base: number | null;
}

/** What `show --json` prints beside the configuration: known, and not part of a save. */
const READ_FIELDS = new Set([...Object.keys(statusSchema.shape), ...Object.keys(versionWholeSchema.shape)]);

/**
 * Tells the forms of a draft apart: what `show --json` printed, with its revision as the base; the body of a replace or a
 * change, which names its `base_revision`; or a bare configuration, which replaces all. The server checks the rest.
 */
export function draftOf(given: unknown, file: string): Draft {
  if (!isObject(given))
    throw refused('invalid_field', file, 'must hold a configuration, a replace or a change, as a JSON object');
  if ('base_revision' in given) {
    const { base_revision, ...body } = given;
    const base = typeof base_revision === 'number' ? base_revision : null;
    if (base === null) throw refused('invalid_field', '/base_revision', 'must be a revision, a whole number');
    return { method: 'configuration' in body ? 'PUT' : 'PATCH', body, base };
  }
  if ('configuration' in given) return readVersion(given);
  if ('edits' in given || holdsNull(given)) return { method: 'PATCH', body: given, base: null };
  if (entryMaps.some((map) => map in given) || Object.keys(given).length === 0)
    return { method: 'PUT', body: { configuration: given }, base: null };
  throw refused('unknown_key', file, 'holds neither sections, skills or overrides, nor a configuration, nor a change');
}

/** A version as it was read, edited: its `release` is the one that the draft was begun under (S5). */
function readVersion(given: Readonly<Record<string, unknown>>): Draft {
  const unknown = Object.keys(given).find((name) => !READ_FIELDS.has(name));
  if (unknown !== undefined)
    throw refused('unknown_key', `/${unknown}`, 'is not known here; remove it or correct its name');
  const { revision, release, configuration } = given;
  const isStatus = 'saved_under' in given;
  return {
    method: 'PUT',
    body: { configuration, ...(isStatus ? { release } : {}) },
    base: typeof revision === 'number' ? revision : null,
  };
}

/** The base to save on. Another's work is replaced only by who says so: the current revision is never taken in silence. */
export function baseOf(draft: Draft, given: NumberOrLatest | undefined): NumberOrLatest {
  if (given === 'latest' && draft.base !== null)
    throw new WrongUse(
      `the draft was made from revision ${String(draft.base)}; --base latest would replace what was saved since without a look`,
    );
  const base = given ?? draft.base;
  if (base !== null) return base;
  throw new WrongUse('the draft does not say which revision it was made from; name it with --base N, or --base latest');
}

const holdsNull = (given: Readonly<Record<string, unknown>>): boolean =>
  entryMaps.some((map) => Object.values(isObject(given[map]) ? given[map] : {}).includes(null));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
