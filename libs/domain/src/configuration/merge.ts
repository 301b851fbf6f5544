import { everHad } from '../catalogue/state.ts';
import { conflictingWhole, type TextMerge } from '../text/merge-texts.ts';
import { type Hunk } from '../text/hunk.ts';
import {
  configurationOf,
  isSkill,
  sameEntry,
  type Entries,
  type Entry,
  type SkillEntry,
  type TextEntry,
} from './entries.ts';
import { checkEntry, type Rules } from './rules.ts';
import type { StoredConfiguration } from './schemas.ts';
import { checkSize } from './settle.ts';

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
}
export type MergeTexts = (base: string, current: string, draft: string) => Promise<TextMerge>;

interface Side {
  readonly base: Entry | undefined;
  readonly current: Entry | undefined;
  readonly draft: Entry | undefined;
}

/**
 * The three-way merge of a stale draft (S11). `rules.saved` is the current configuration. An entry changed on one side is
 * taken; one changed on both sides is merged line by line; where that fails, or would break a rule, it is a conflict and
 * `merged` holds the current entry: so a replace on the current revision accepts `merged`.
 */
export async function mergeConfigurations(
  base: Entries,
  current: Entries,
  draft: Entries,
  rules: Rules,
  limit: number,
  mergeTexts: MergeTexts,
): Promise<ConfigurationMerge> {
  const merged = new Map<string, Entry>();
  const conflicts: Conflict[] = [];
  const keys = [...new Set([...base.keys(), ...current.keys(), ...draft.keys()])].sort();
  for (const key of keys) {
    const side = { base: base.get(key), current: current.get(key), draft: draft.get(key) };
    const result = await mergeEntry(key, side, rules, mergeTexts);
    const sound = result.entry === undefined || checkEntry(rules, key, '', result.entry).length === 0;
    const entry = sound ? result.entry : side.current;
    if (entry !== undefined) merged.set(key, entry);
    if (result.hunks !== null || !sound) conflicts.push(conflict(key, side, result.hunks ?? [wholeHunk(side)]));
  }
  if (checkSize(current, merged, limit, '').length === 0) return { merged: configurationOf(merged), conflicts };
  const all = keys.filter(
    (key) => !sameEntry(current.get(key), draft.get(key)) && !sameEntry(base.get(key), draft.get(key)),
  );
  const sides = all.map((key) => ({ key, base: base.get(key), current: current.get(key), draft: draft.get(key) }));
  return {
    merged: configurationOf(current),
    conflicts: sides.map(({ key, ...side }) => conflict(key, side, [wholeHunk(side)])),
  };
}

/** The merged entry; `hunks` is null where nothing conflicts. */
interface Merged {
  readonly entry: Entry | undefined;
  readonly hunks: readonly Hunk[] | null;
}

async function mergeEntry(key: string, side: Side, rules: Rules, mergeTexts: MergeTexts): Promise<Merged> {
  const { base, current, draft } = side;
  if (sameEntry(current, draft) || sameEntry(base, draft)) return { entry: current, hunks: null };
  if (sameEntry(base, current)) return { entry: draft, hunks: null };
  if (current === undefined || draft === undefined) return { entry: current, hunks: [wholeHunk(side)] };
  if (isSkill(current) || isSkill(draft)) {
    if (!isSkill(current) || !isSkill(draft)) return { entry: current, hunks: [wholeHunk(side)] };
    return mergeSkill(base !== undefined && isSkill(base) ? base : undefined, current, draft, mergeTexts);
  }
  const from = base !== undefined && !isSkill(base) ? base : defaultOf(key, draft.base, rules);
  if (from === undefined) return { entry: current, hunks: [wholeHunk(side)] };
  const digest = current.base === from.base ? draft.base : current.base;
  return mergeText(from.text, current, draft, digest, mergeTexts);
}

/** Where the base had no team text, both began with a default: the draft, which is older, with the older one. */
function defaultOf(key: string, base: string, { catalogue }: Rules): TextEntry | undefined {
  const text = everHad(catalogue, key, base) ? catalogue.texts.get(base) : undefined;
  return text === undefined ? undefined : { text, base };
}

async function mergeText(
  from: string,
  current: TextEntry,
  draft: TextEntry,
  base: string,
  mergeTexts: MergeTexts,
): Promise<Merged> {
  const { text, hunks } = await mergeTexts(from, current.text, draft.text);
  return text === null ? { entry: current, hunks } : { entry: { text, base }, hunks: null };
}

async function mergeSkill(
  base: SkillEntry | undefined,
  current: SkillEntry,
  draft: SkillEntry,
  mergeTexts: MergeTexts,
): Promise<Merged> {
  // Two new skills of one name have nothing in common: neither body is an edit of the other.
  const isNew = base === undefined && current.body !== draft.body;
  const body = isNew
    ? conflictingWhole('', current.body, draft.body)
    : await mergeTexts(base?.body ?? '', current.body, draft.body);
  const description = mergeValue(base?.description, current.description, draft.description);
  if (body.text !== null && description !== null) return { entry: { description, body: body.text }, hunks: null };
  const lines = { base: [base?.description ?? ''], current: [current.description], draft: [draft.description] };
  return { entry: current, hunks: [...(description === null ? [lines] : []), ...body.hunks] };
}

function mergeValue(base: string | undefined, current: string, draft: string): string | null {
  if (current === draft || base === draft) return current;
  return base === current ? draft : null;
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
