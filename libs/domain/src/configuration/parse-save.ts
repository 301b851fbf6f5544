import type { z } from 'zod';
import { pointer, type Fault } from '../faults.ts';
import { unknownKey } from '../parse.ts';
import { checkInSteps } from '../parse-in-steps.ts';
import { finish, type Steps } from '../steps.ts';
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

export const parseReplace = (raw: unknown): ParsedSave => finish(parseReplaceInSteps(raw));
export const parseChange = (raw: unknown): ParsedSave => finish(parseChangeInSteps(raw));

/** The same, a step for each entry. */
export function* parseReplaceInSteps(raw: unknown): Steps<ParsedSave> {
  const at = ['configuration'];
  const { request, ...rest } = yield* checked(replaceSchema, raw, at);
  return { form: 'replace', request, ...rest, edits: [], raw };
}

export function* parseChangeInSteps(raw: unknown): Steps<ParsedSave> {
  const edits = soundEdits(isObject(raw) ? raw['edits'] : undefined);
  const { request, ...rest } = yield* checked(changeSchema, raw, []);
  return { form: 'change', request, ...rest, edits, raw };
}

function* checked<T extends z.ZodType>(schema: T, raw: unknown, at: readonly string[]) {
  const { data, faults } = yield* checkInSteps(schema, withoutExcess(raw));
  // The places of the entries that have not a right shape.
  const wrong = new Set<string>();
  for (const { path } of faults) {
    wrong.add(path.split('/', at.length + 3).join('/'));
    yield;
  }
  const sound = yield* soundParts(raw, at, wrong, faults);
  return { request: faults.length === 0 ? (data ?? null) : null, faults, ...sound };
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
 * What is wrong with a key that can name no entry of the map that it stands in, whatever the release: `__proto__`, which zod's
 * records drop silently (S16), and keys of another map, such as the override `team/communication`.
 */
function misplacedKey(map: (typeof MAPS)[number], name: string, at: readonly string[]): Fault {
  if (map !== 'overrides' || name === '__proto__') return unknownKey([...at, map, name]);
  const message = 'is no key of a part; sections and skills stand in their own maps';
  return { path: pointer(...at, map, name), code: 'unknown_part', message };
}

/** A step for each entry. `wrong` are the places of those that have not a right shape; misplaced keys are added to `faults`. */
function* soundParts(
  raw: unknown,
  at: readonly string[],
  wrong: ReadonlySet<string>,
  faults: Fault[],
): Steps<Omit<Sound, 'edits'>> {
  const submitted: SubmittedEntry[] = [];
  const named = new Set<string>();
  for (const [map, entries] of mapsOf(raw, at)) {
    for (const [name, value] of Object.entries(entries)) {
      yield;
      if (!isPlace(map, name)) {
        faults.push(misplacedKey(map, name, at));
        continue;
      }
      const [key, path] = [keyOf(map, name), pointer(...at, map, name)];
      named.add(key);
      if (value === null) submitted.push({ key, path, entry: null });
      else if (!wrong.has(path)) submitted.push({ key, path, entry: value as DraftEntry });
    }
  }
  const fields = isObject(raw) ? raw : {};
  return {
    submitted,
    named,
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
