import type { TextComparison } from '../text/text-comparison.ts';
import { isSkill, type Entries, type Entry } from './entries.ts';
import { changedKeys } from './settle.ts';
import type { VersionDiff } from './version-diff.ts';

/** Two versions' entries; those that are alike on both sides may be left out. */
export interface ComparedVersions {
  readonly from: number;
  readonly to: number;
  readonly before: Entries;
  readonly after: Entries;
}

/** The difference of two versions, entry by entry, with word-level changes (A2). */
export function diffVersions({ from, to, before, after }: ComparedVersions, texts: TextComparison): VersionDiff {
  const entries = changedKeys(before, after).map((key): VersionDiff['entries'][number] => {
    const [a, b] = [before.get(key), after.get(key)];
    const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
    return { key, kind, diff: texts.diff(textOf(a), textOf(b)), from: facts(a), to: facts(b) };
  });
  return { from, to, entries };
}

const textOf = (entry: Entry | undefined): string =>
  entry === undefined ? '' : isSkill(entry) ? entry.body : entry.text;

/** What an entry holds beside its text: a skill's description, or the base that it stands on. */
function facts(entry: Entry | undefined) {
  if (entry === undefined) return null;
  return isSkill(entry) ? { description: entry.description } : { base: entry.base };
}
