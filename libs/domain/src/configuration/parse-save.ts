import type { z } from 'zod';
import { pointer, type Fault } from '../faults.ts';
import { faultsOf, unknownKey } from '../parse.ts';
import type { DraftEntry } from './entries.ts';
import { keyOf } from './keys.ts';
import {
  changeSchema,
  replaceSchema,
  skillEntrySchema,
  textEntrySchema,
  type Change,
  type Replace,
} from './schemas.ts';

/** An entry of a request: its key, its text (null: back to the default) and its place in the request's body. */
export interface SubmittedEntry {
  readonly key: string;
  readonly path: string;
  readonly entry: DraftEntry | null;
}
/**
 * A save as it was parsed. Where its shape is wrong, `faults` says so and `request` is null; `submitted` holds every entry
 * whose own shape is right, so that its rules are checked all the same (S16).
 */
export type ParsedSave =
  | {
      readonly form: 'replace';
      readonly request: Replace | null;
      readonly faults: Fault[];
      readonly submitted: SubmittedEntry[];
      readonly raw: unknown;
    }
  | {
      readonly form: 'change';
      readonly request: Change | null;
      readonly faults: Fault[];
      readonly submitted: SubmittedEntry[];
      readonly raw: unknown;
    };

export function parseReplace(raw: unknown): ParsedSave {
  const parsed = checked(replaceSchema, raw, ['configuration']);
  return { form: 'replace', ...parsed, submitted: soundEntries(raw, ['configuration'], false), raw };
}

export function parseChange(raw: unknown): ParsedSave {
  const parsed = checked(changeSchema, raw, []);
  return { form: 'change', ...parsed, submitted: soundEntries(raw, [], true), raw };
}

function checked<T extends z.ZodType>(schema: T, raw: unknown, at: readonly string[]) {
  const result = schema.safeParse(raw);
  const faults = [...(result.success ? [] : faultsOf(result.error.issues)), ...hiddenKeys(raw, at)];
  return { request: result.success && faults.length === 0 ? result.data : null, faults };
}

const MAPS = ['sections', 'skills', 'overrides'] as const;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mapsOf(raw: unknown, at: readonly string[]): [(typeof MAPS)[number], Record<string, unknown>][] {
  const holder = at.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), raw);
  if (!isObject(holder)) return [];
  return MAPS.flatMap((map) => (isObject(holder[map]) ? [[map, holder[map]]] : []));
}

/** zod's records drop an own `__proto__` silently; here it is an unknown key like any other (S16). */
function hiddenKeys(raw: unknown, at: readonly string[]): Fault[] {
  return mapsOf(raw, at).flatMap(([map, entries]) =>
    Object.hasOwn(entries, '__proto__') ? [unknownKey([...at, map, '__proto__'])] : [],
  );
}

function soundEntries(raw: unknown, at: readonly string[], nullable: boolean): SubmittedEntry[] {
  return mapsOf(raw, at).flatMap(([map, entries]) =>
    Object.entries(entries).flatMap(([name, value]): SubmittedEntry[] => {
      if (name === '__proto__') return [];
      const place = { key: keyOf(map, name), path: pointer(...at, map, name) };
      if (value === null) return nullable ? [{ ...place, entry: null }] : [];
      const result = (map === 'skills' ? skillEntrySchema : textEntrySchema).safeParse(value);
      return result.success ? [{ ...place, entry: result.data }] : [];
    }),
  );
}
