import { currentRelease, everHad } from '../catalogue/state.ts';
import type { Fault } from '../faults.ts';
import { canonical } from '../text/canonical.ts';
import type { Hunk } from '../text/hunk.ts';
import { conflictingWhole, type TextMerge } from '../text/merge-texts.ts';
import type { TextComparison } from '../text/text-comparison.ts';
import { configurationOf, isSkill, sameEntry, type Entries, type Entry } from './entries.ts';
import { checkEntry, type Rules } from './rules.ts';
import type { SkillEntry, StoredConfiguration, TextEntry } from './schemas.ts';
import type { VersionState } from './state.ts';
import { faultsOfUnion } from './merge-size.ts';

export interface Conflict {
  readonly key: string;
  readonly base: Entry | null;
  readonly current: Entry | null;
  readonly draft: Entry | null;
  readonly hunks: readonly Hunk[];
}
export interface ConfigurationMerge {
  readonly merged: StoredConfiguration;
  readonly conflicts: readonly Conflict[];
  /** Why the union of both sides cannot be saved, where it cannot (S9). */
  readonly faults: readonly Fault[];
}

interface Side {
  readonly base: Entry | undefined;
  readonly current: Entry | undefined;
  readonly draft: Entry | undefined;
}

/**
 * The three-way merge of a stale draft (S11). An entry changed on one side is taken; one changed on both sides is merged line
 * by line; where that fails, or would break a rule, it is a conflict and `merged` holds the current entry. Where all of it
 * is more than a version may hold, `faults` says so, and every entry that the draft changed is a conflict. So a replace on the
 * current revision accepts `merged`.
 */
export function mergeConfigurations(
  base: Entries,
  current: VersionState,
  draft: Entries,
  { catalogue, limit }: Pick<Rules, 'catalogue'> & { readonly limit: number },
  texts: TextComparison,
): ConfigurationMerge {
  const rules = { catalogue, release: currentRelease(catalogue), saved: current.entries };
  const merged = new Map<string, Entry>();
  const conflicts: Conflict[] = [];
  const keys = [...new Set([...base.keys(), ...current.entries.keys(), ...draft.keys()])].sort();
  const sideOf = (key: string) => ({ base: base.get(key), current: current.entries.get(key), draft: draft.get(key) });
  for (const key of keys) {
    const side = sideOf(key);
    const result = mergeEntry(key, side, rules, texts);
    const sound = result.entry === undefined || checkEntry(rules, key, '', result.entry).length === 0;
    const entry = sound ? result.entry : side.current;
    if (entry !== undefined) merged.set(key, entry);
    if (result.hunks !== null || !sound) conflicts.push(conflict(key, side, result.hunks ?? [wholeHunk(side)]));
  }
  const faults = faultsOfUnion(merged, base, current, catalogue, limit);
  if (faults.length === 0) return { merged: configurationOf(merged), conflicts, faults };
  const disputed = keys
    .map((key) => ({ key, side: sideOf(key) }))
    .filter(({ side }) => !sameEntry(side.current, side.draft) && !sameEntry(side.base, side.draft));
  return {
    merged: configurationOf(current.entries),
    conflicts: disputed.map(({ key, side }) => conflict(key, side, [wholeHunk(side)])),
    faults,
  };
}

/** The merged entry; `hunks` is null where nothing conflicts. */
interface Merged {
  readonly entry: Entry | undefined;
  readonly hunks: readonly Hunk[] | null;
}

function mergeEntry(key: string, side: Side, rules: Rules, texts: TextComparison): Merged {
  const { base, current, draft } = side;
  if (sameEntry(current, draft) || sameEntry(base, draft)) return { entry: current, hunks: null };
  if (sameEntry(base, current)) return { entry: draft, hunks: null };
  if (current === undefined || draft === undefined) return { entry: current, hunks: [wholeHunk(side)] };
  if (isSkill(current) || isSkill(draft)) {
    if (!isSkill(current) || !isSkill(draft)) return { entry: current, hunks: [wholeHunk(side)] };
    return mergeSkill(base !== undefined && isSkill(base) ? base : undefined, current, draft, texts);
  }
  const from = base !== undefined && !isSkill(base) ? base : defaultOf(key, draft.base, rules);
  if (from === undefined) return { entry: current, hunks: [wholeHunk(side)] };
  const digest = current.base === from.base ? draft.base : current.base;
  return mergeText(from.text, current, draft, digest, texts);
}

/** Where the base had no team text, both began with a default: the draft, which is older, with the older one. */
function defaultOf(key: string, base: string, { catalogue }: Rules): TextEntry | undefined {
  const text = everHad(catalogue, key, base) ? catalogue.texts.get(base) : undefined;
  return text === undefined ? undefined : { text, base };
}

function mergeText(from: string, current: TextEntry, draft: TextEntry, base: string, texts: TextComparison): Merged {
  const { text, hunks } = texts.merge(from, current.text, draft.text);
  return text === null ? { entry: current, hunks } : { entry: { text, base }, hunks: null };
}

function mergeSkill(
  base: SkillEntry | undefined,
  current: SkillEntry,
  draft: SkillEntry,
  texts: TextComparison,
): Merged {
  const body =
    base === undefined ? mergeNew(current.body, draft.body) : texts.merge(base.body, current.body, draft.body);
  const description = mergeValue(base?.description, current.description, draft.description);
  if (body.text !== null && description !== null) return { entry: { description, body: body.text }, hunks: null };
  const lines = { base: [base?.description ?? ''], current: [current.description], draft: [draft.description] };
  return { entry: current, hunks: [...(description === null ? [lines] : []), ...body.hunks] };
}

/** Two new skills of one name have nothing in common: neither body is an edit of the other. */
function mergeNew(current: string, draft: string): TextMerge {
  if (canonical(current) !== canonical(draft)) return conflictingWhole('', current, draft);
  return { text: current, hunks: [] };
}

function mergeValue(base: string | undefined, current: string, draft: string): string | null {
  if (current === draft || base === draft) return current;
  if (base === current) return draft;
  const from = base === undefined ? null : canonical(base);
  const [ours, theirs] = [canonical(current), canonical(draft)];
  if (ours === theirs || from === theirs) return current;
  return from === ours ? draft : null;
}

function conflict(key: string, { base, current, draft }: Side, hunks: readonly Hunk[]): Conflict {
  return { key, base: base ?? null, current: current ?? null, draft: draft ?? null, hunks };
}

/** The whole entry as one hunk: where a side deleted it, or where the merged text would break a rule. */
function wholeHunk({ base, current, draft }: Side): Hunk {
  const lines = (entry: Entry | undefined) => {
    if (entry === undefined) return [];
    return (isSkill(entry) ? entry.body : entry.text).split('\n');
  };
  return { base: lines(base), current: lines(current), draft: lines(draft) };
}
