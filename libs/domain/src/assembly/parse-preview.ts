import { parseReplace, type ParsedSave } from '../configuration/parse-save.ts';
import type { NumberOrLatest } from '../configuration/schemas.ts';
import type { Fault } from '../faults.ts';
import { faultsOf } from '../parse.ts';
import { checkInputs } from './check-inputs.ts';
import { previewRequestSchema, type PreviewRequest } from './schemas.ts';

/** A preview as it was parsed (P9). What of it has a right shape is checked by its rules, also where the rest has not (S16). */
export interface ParsedPreview {
  /** Null where the shape of draft or inputs is wrong. */
  readonly request: PreviewRequest | null;
  /** Of the request less its draft; where that is misshapen, with what its inputs' rules find. */
  readonly faults: readonly Fault[];
  /** The draft as the replace that would save it, with its own faults. */
  readonly draft: ParsedSave | null;
  readonly release: NumberOrLatest | undefined;
}

export function parsePreview(raw: unknown): ParsedPreview {
  const { success, data, error } = previewRequestSchema.safeParse(raw);
  const given = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {};
  const { configuration, revision } = given;
  const draft = configuration === undefined ? null : parseReplace({ base_revision: 0, configuration });
  const faults = success ? [] : faultsOf(error.issues).filter(({ path }) => !/^\/configuration(\/|$)/.test(path));
  if (draft !== null && revision !== undefined)
    faults.push({ path: '/revision', code: 'invalid_field', message: 'give a revision or a configuration, not both' });
  const isSound = success && (draft === null || draft.faults.length === 0);
  return {
    request: isSound ? data : null,
    faults: isSound ? faults : [...faults, ...elsewhere(checkInputs(raw), faults)],
    draft,
    release: releaseSchema.safeParse(given['release']).data,
  };
}

const releaseSchema = previewRequestSchema.options[0].shape.release;

/** What is wrong in its shape is told once. */
function elsewhere(found: readonly Fault[], faults: readonly Fault[]): Fault[] {
  const places = new Set(faults.map(({ path }) => path));
  return found.filter(({ path }) => !places.has(path));
}
