import type { z } from 'zod';
import { pointer, type Fault } from '../faults.ts';
import { faultsOf, unknownKey } from '../parse.ts';
import type { DraftEntry } from './entries.ts';
import { isPlace, keyOf } from '../entry-keys.ts';
import {
  changeSchema,
  EDITS_LIMIT,
  editSchema,
  replaceSchema,
  type Change,
  type Edit,
  type Replace,
} from './schemas.ts';

/** An entry of a request: its key, its text (null: back to the default) and its place in the request's body. */
export interface SubmittedEntry {
  readonly key: string;
  readonly path: string;
  readonly entry: DraftEntry | null;
}
/** An edit of a change (S14), with its place among the edits. */
export interface SubmittedEdit extends Edit {
  readonly index: number;
}
/** What of a request has a right shape, also where the rest has not: its rules are checked all the same (S16). */
interface Sound {
  readonly submitted: readonly SubmittedEntry[];
  /** The keys of all entries that the request names, misshapen ones too. */
  readonly named: ReadonlySet<string>;
  readonly edits: readonly SubmittedEdit[];
  readonly message: string | null;
  readonly release: number | undefined;
}
/** A save as it was parsed. Where its shape is wrong, `faults` says so and `request` is null. */
export type ParsedSave = Sound & { readonly faults: readonly Fault[]; readonly raw: unknown } & (
    | { readonly form: 'replace'; readonly request: Replace | null }
    | { readonly form: 'change'; readonly request: Change | null }
  );

export function parseReplace(raw: unknown): ParsedSave {
  const at = ['configuration'];
  const { request, faults, wrong } = checked(replaceSchema, raw, at);
  return { form: 'replace', request, faults, ...soundParts(raw, at, wrong), edits: [], raw };
}

export function parseChange(raw: unknown): ParsedSave {
  const edits = soundEdits(isObject(raw) ? raw['edits'] : undefined);
  const { request, faults, wrong } = checked(changeSchema, raw, []);
  return { form: 'change', request, faults, ...soundParts(raw, [], wrong), edits, raw };
}

function checked<T extends z.ZodType>(schema: T, raw: unknown, at: readonly string[]) {
  const result = schema.safeParse(withoutExcess(raw));
  const faults = [...(result.success ? [] : faultsOf(result.error.issues)), ...misplacedKeys(raw, at)];
  const wrong = new Set(result.error?.issues.map(({ path }) => pointer(...path.slice(0, at.length + 2).map(String))));
  return { request: result.success && faults.length === 0 ? result.data : null, faults, wrong };
}

/** A list of edits that is too long is refused for its length: what it holds is not looked at. */
function withoutExcess(raw: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(raw['edits']) || raw['edits'].length <= EDITS_LIMIT) return raw;
  return { ...raw, edits: Array.from({ length: EDITS_LIMIT + 1 }, () => NO_EDIT) };
}
const NO_EDIT = { key: '-', find: '-', replace: '-' };

const MAPS = ['sections', 'skills', 'overrides'] as const;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mapsOf(raw: unknown, at: readonly string[]): [(typeof MAPS)[number], Record<string, unknown>][] {
  const holder = at.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), raw);
  if (!isObject(holder)) return [];
  return MAPS.flatMap((map) => (isObject(holder[map]) ? [[map, holder[map]]] : []));
}

/**
 * Keys that can name no entry of the map that they stand in, whatever the release: `__proto__`, which zod's records drop
 * silently (S16), and keys of another map, such as the override `team/communication`.
 */
export function misplacedKeys(raw: unknown, at: readonly string[]): Fault[] {
  return mapsOf(raw, at).flatMap(([map, entries]) =>
    Object.keys(entries).flatMap((name): Fault[] => {
      if (isPlace(map, name)) return [];
      if (map !== 'overrides' || name === '__proto__') return [unknownKey([...at, map, name])];
      const message = 'is no key of a part; sections and skills stand in their own maps';
      return [{ path: pointer(...at, map, name), code: 'unknown_part', message }];
    }),
  );
}

/** `wrong` are the places of the entries that have not a right shape. */
function soundParts(raw: unknown, at: readonly string[], wrong: ReadonlySet<string>): Omit<Sound, 'edits'> {
  const named = mapsOf(raw, at).flatMap(([map, entries]) =>
    Object.entries(entries).flatMap(([name, value]) => {
      if (!isPlace(map, name)) return [];
      return [{ value, key: keyOf(map, name), path: pointer(...at, map, name) }];
    }),
  );
  const submitted = named.flatMap(({ value, key, path }): SubmittedEntry[] => {
    if (value === null) return [{ key, path, entry: null }];
    return wrong.has(path) ? [] : [{ key, path, entry: value as DraftEntry }];
  });
  const fields = isObject(raw) ? raw : {};
  return {
    submitted,
    named: new Set(named.map(({ key }) => key)),
    message: sound(replaceSchema.shape.message, fields['message']) ?? null,
    release: sound(replaceSchema.shape.release, fields['release']),
  };
}

function soundEdits(raw: unknown): SubmittedEdit[] {
  if (!Array.isArray(raw) || raw.length > EDITS_LIMIT) return [];
  return raw.flatMap((value: unknown, index) => {
    const edit = sound(editSchema, value);
    return edit === undefined ? [] : [{ ...edit, index }];
  });
}

function sound<T extends z.ZodType>(schema: T, value: unknown): z.output<T> | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
