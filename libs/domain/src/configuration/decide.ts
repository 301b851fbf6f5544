import { invalid, pointer, Refusal, type Fault } from '../faults.ts';
import type { CatalogueState } from '../catalogue/state.ts';
import { currentRelease } from '../catalogue/state.ts';
import type { VersionState } from '../views/current-configuration.ts';
import { draftOf, withBases, type Draft } from './draft.ts';
import { isSkill, sameEntry, type Entries, type Entry } from './entries.ts';
import type { VersionRecorded } from './events.ts';
import { keyOf } from './keys.ts';
import type { ParsedSave } from './parse-save.ts';
import { versionRecord, type VersionContext } from './record.ts';
import { checkEntry, checkForm, type Rules } from './rules.ts';
import type { Restore, Warning } from './schemas.ts';
import { checkSize, settle } from './settle.ts';
import { warningsOf } from './warnings.ts';

export type DecisionContext = Omit<VersionContext, 'release' | 'message'>;

/**
 * Decides a save whose base is the current revision (S1–S9, S13–S15). Returns the version to append.
 * Throws `validation_failed` with every fault of the request; then nothing is stored.
 */
export function decideSave(
  current: VersionState,
  catalogue: CatalogueState,
  parsed: ParsedSave,
  context: DecisionContext,
): VersionRecorded {
  const rules = { catalogue, release: currentRelease(catalogue), saved: current.entries };
  const draft = draftOf(parsed, rules);
  if (parsed.request === null) throw invalid(draft.faults);
  const entries = withBases(draft.entries, rules, parsed.request.release);
  const settled = settle(entries, rules);
  const size = checkSize(current.entries, settled.entries, context.limit, sizePath(parsed));
  if (draft.faults.length + size.length > 0) throw invalid([...draft.faults, ...size]);
  const decided = {
    kind: 'saved' as const,
    restored_from: null,
    removed: [...settled.removed],
    dropped: [...settled.dropped],
    warnings: warningsOfDraft(draft, rules),
  };
  const message = parsed.request.message ?? null;
  return versionRecord(current, settled.entries, decided, { ...context, message, release: rules.release.release });
}

/** Where a size fault stands: at the configuration of a replace, at the whole body of a change. */
export const sizePath = (parsed: ParsedSave): string => (parsed.form === 'replace' ? '/configuration' : '');

function warningsOfDraft(draft: Draft, rules: Rules): Warning[] {
  return [...draft.paths].flatMap(([key, path]) => {
    const entry = draft.entries.get(key);
    return entry === undefined ? [] : warningsOf(rules, key, path, entry);
  });
}

/** What is restored: version `from` (its entries), or the defaults, which have none (R1, R2). */
export interface RestoreTarget {
  readonly kind: 'restored' | 'defaults_restored';
  readonly from: number | null;
  readonly entries: Entries;
}

/** Decides a restore whose base is the current revision (R1, R2). Throws `validation_failed`, naming the entries. */
export function decideRestore(
  current: VersionState,
  catalogue: CatalogueState,
  target: RestoreTarget,
  request: Restore,
  context: DecisionContext,
): VersionRecorded {
  const rules = { catalogue, release: currentRelease(catalogue), saved: current.entries };
  const { entries, faults } = restoredEntries(current.entries, target.entries, request.keys, rules);
  const settled = settle(entries, rules);
  for (const [key, entry] of settled.entries)
    if (!sameEntry(entry, current.entries.get(key))) faults.push(...checkRestored(rules, key, entry, request.keys));
  faults.push(...checkSize(current.entries, settled.entries, context.limit, ''));
  if (request.message != null) faults.push(...checkForm(request.message, '/message'));
  if (faults.length > 0) throw invalid(faults);
  const decided = {
    kind: target.kind,
    restored_from: target.from,
    removed: [...settled.removed],
    dropped: [...settled.dropped],
    warnings: [],
  };
  const message = request.message ?? null;
  return versionRecord(current, settled.entries, decided, { ...context, message, release: rules.release.release });
}

function restoredEntries(current: Entries, target: Entries, keys: readonly string[] | undefined, rules: Rules) {
  if (keys === undefined) return { entries: target, faults: [] as Fault[] };
  const entries = new Map<string, Entry>(current);
  const faults: Fault[] = [];
  keys.forEach((key, index) => {
    if (!current.has(key) && !target.has(key) && !rules.release.digests.has(key)) {
      const message = `no entry has this key, neither now nor then; keys are such as runtime/work, ${keyOf('sections', 'communication')}, ${keyOf('skills', 'name')}`;
      faults.push({ path: pointer('keys', index), code: 'unknown_part', message });
    }
    const entry = target.get(key);
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
  });
  return { entries: entries as Entries, faults };
}

/** S8 for one entry that a restore brings back: the fault names the entry, and its place in `keys` where it was named. */
function checkRestored(rules: Rules, key: string, entry: Entry, keys: readonly string[] | undefined): Fault[] {
  const index = keys?.indexOf(key) ?? -1;
  const path = index === -1 ? '' : pointer('keys', index);
  return checkEntry(rules, key, path, entry).map((fault) => ({
    ...fault,
    path,
    key,
    message: `${key}${isSkill(entry) ? ' (skill)' : ''}: ${fault.message}`,
  }));
}

/** The refusal of a save or restore whose base is not the current revision (S1). `details` hold the way on (S11). */
export function stale(current: VersionState, base: number, details: Readonly<Record<string, unknown>>): Refusal {
  const now = String(current.revision);
  const message =
    base > current.revision
      ? `base_revision ${String(base)} does not exist; the current revision is ${now}`
      : `the configuration was changed since revision ${String(base)}; the current revision is ${now}: look at the merge and save again`;
  return new Refusal('stale_revision', message, details);
}
