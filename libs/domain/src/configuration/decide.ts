import type { CatalogueState } from '../catalogue/state.ts';
import { currentRelease } from '../catalogue/state.ts';
import { EVENT_LIMIT_BYTES } from '../event.ts';
import { invalid, Refusal, type Fault } from '../faults.ts';
import type { VersionState } from './state.ts';
import { draftInSteps, type Draft } from './draft.ts';
import type { Entries } from './entries.ts';
import type { VersionRecorded } from './events.ts';
import type { ParsedSave } from './parse-save.ts';
import { versionRecordInSteps, type VersionContext } from './record.ts';
import { draftOfRestoreInSteps } from './restore-draft.ts';
import type { Rules } from './rules.ts';
import type { Restore } from './schemas.ts';
import { finish, type Steps } from '../steps.ts';

export type DecisionContext = Omit<VersionContext, 'release' | 'message'>;

/**
 * Decides a save whose base is the current revision (S1–S9, S13–S15). Returns the version to append.
 * Throws `validation_failed` with every fault of the request; then nothing is stored.
 */
export const decideSave = (...given: Parameters<typeof decideSaveInSteps>): VersionRecorded =>
  finish(decideSaveInSteps(...given));

/** The same, in the steps of its draft and one for the record. */
export function* decideSaveInSteps(
  current: VersionState,
  catalogue: CatalogueState,
  parsed: ParsedSave,
  context: DecisionContext,
): Steps<VersionRecorded> {
  const rules = rulesOf(current, catalogue);
  const draft = yield* draftInSteps(parsed, rules, context.limit);
  yield;
  return yield* recorded(current, rules, draft, { kind: 'saved', from: null, message: parsed.message }, context);
}

/** What is restored: version `from` (its entries), or the defaults, which have none (R1, R2). */
export interface RestoreTarget {
  readonly kind: Exclude<VersionRecorded['kind'], 'saved'>;
  readonly from: number | null;
  readonly entries: Entries;
}

/** Decides a restore whose base is the current revision (R1, R2). Throws `validation_failed`, naming the entries. */
export const decideRestore = (...given: Parameters<typeof decideRestoreInSteps>): VersionRecorded =>
  finish(decideRestoreInSteps(...given));

/** The same, in the steps of its draft and of its record. */
export function* decideRestoreInSteps(
  current: VersionState,
  catalogue: CatalogueState,
  target: RestoreTarget,
  request: Restore,
  context: DecisionContext,
): Steps<VersionRecorded> {
  const rules = rulesOf(current, catalogue);
  const draft = yield* draftOfRestoreInSteps(target.entries, request, rules, context.limit);
  yield;
  return yield* recorded(current, rules, draft, { ...target, message: request.message ?? null }, context);
}

function rulesOf(current: VersionState, catalogue: CatalogueState): Rules {
  return { catalogue, release: currentRelease(catalogue), saved: current.entries };
}

function* recorded(
  current: VersionState,
  { release }: Rules,
  { settled, faults, warnings }: Draft,
  { kind, from, message }: Pick<VersionRecorded, 'kind' | 'message'> & { readonly from: number | null },
  context: DecisionContext,
): Steps<VersionRecorded> {
  if (faults.length > 0) throw invalid(faults);
  const { entries, removed, dropped } = settled;
  const decided = {
    kind,
    restored_from: from,
    removed: [...removed],
    dropped: [...dropped],
    warnings: [...warnings],
  };
  const record = yield* versionRecordInSteps(current, entries, decided, {
    ...context,
    message,
    release: release.release,
  });
  const tooLong = checkEvent(record);
  if (tooLong.length > 0) throw invalid(tooLong);
  return record;
}

/** Each entry takes some bytes in the event beside its text: thousands of short ones can be too many (S9). */
function checkEvent(record: VersionRecorded): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(record));
  if (bytes <= EVENT_LIMIT_BYTES) return [];
  const [limit, count] = [String(EVENT_LIMIT_BYTES), String(Object.keys(record.entries).length)];
  const message = `the version with its ${count} entries takes ${String(bytes)} bytes of the log, the limit is ${limit}; remove entries`;
  return [{ path: '', code: 'size_limit_exceeded', message, bytes, limit: EVENT_LIMIT_BYTES, largest: [] }];
}

/** Whether a save or restore was made from another revision than the current one: then it is refused (S1). */
export const isStale = (current: VersionState, base: number): boolean => base !== current.revision;

/** The refusal of a save or restore whose base is not the current revision (S1). `details` hold the way on (S11). */
export function stale(current: VersionState, base: number, details: Readonly<Record<string, unknown>>): Refusal {
  const now = String(current.revision);
  const message =
    base > current.revision
      ? `base_revision ${String(base)} does not exist; the current revision is ${now}`
      : `the configuration was changed since revision ${String(base)}; the current revision is ${now}: look at the merge and save again`;
  return new Refusal('stale_revision', message, details);
}
