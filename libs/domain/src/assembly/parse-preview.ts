import { parseReplaceInSteps, type ParsedSave } from '../configuration/parse-save.ts';
import type { NumberOrLatest } from '../configuration/schemas.ts';
import type { Fault } from '../faults.ts';
import { checkInSteps } from '../parse-in-steps.ts';
import { finish, type Steps } from '../steps.ts';
import { checkInputsInSteps } from './check-inputs.ts';
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

export const parsePreview = (raw: unknown): ParsedPreview => finish(parsePreviewInSteps(raw));

/** The same, a step for each entry, variable and rule. */
export function* parsePreviewInSteps(raw: unknown): Steps<ParsedPreview> {
  const given = isObject(raw) ? raw : {};
  const { configuration, ...inputs } = given;
  const draft = configuration === undefined ? null : yield* parseReplaceInSteps({ base_revision: 0, configuration });
  const { data, faults } = yield* checkInSteps(previewRequestSchema, isObject(raw) ? inputs : raw);
  if (draft !== null && given['revision'] !== undefined)
    faults.push({ path: '/revision', code: 'invalid_field', message: 'give a revision or a configuration, not both' });
  return {
    request: data === undefined ? null : withDraft(data, draft),
    faults: data !== undefined && draft?.request !== null ? faults : [...faults, ...(yield* elsewhere(raw, faults))],
    draft,
    release: releaseSchema.safeParse(given['release']).data,
  };
}

/** The draft is checked as the replace that would save it, once. Null where its shape is wrong. */
function withDraft(request: PreviewRequest, draft: ParsedSave | null): PreviewRequest | null {
  if (draft === null) return request;
  return draft.form === 'replace' && draft.request !== null
    ? { ...request, configuration: draft.request.configuration }
    : null;
}

const releaseSchema = previewRequestSchema.options[0].shape.release;

/** What the rules of inputs find. What is wrong in its shape is told once. */
function* elsewhere(raw: unknown, faults: readonly Fault[]): Steps<Fault[]> {
  const places = new Set(faults.map(({ path }) => path));
  return (yield* checkInputsInSteps(raw)).filter(({ path }) => !places.has(path));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
