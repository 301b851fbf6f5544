import {
  comparePart,
  diffVersions,
  mergeStale,
  totalBytes,
  type ComparedVersions,
  type Entries,
  type PartFacts,
  type PartView,
  type StaleDetails,
  type StaleDraft,
  type TextComparison,
  type VersionDiff,
} from '@palimpsest/domain';

/** What is compared, and what comes of it, by kind. All that one request compares is one job. */
interface Shapes {
  readonly versions: { readonly given: ComparedVersions; readonly answer: VersionDiff };
  readonly part: { readonly given: PartFacts; readonly answer: PartView };
  readonly stale: { readonly given: StaleDraft; readonly answer: StaleDetails };
}
export type Kind = keyof Shapes;
export type Given<K extends Kind> = Shapes[K]['given'];
export type Answer<K extends Kind> = Shapes[K]['answer'];

const comparisons: { readonly [K in Kind]: (given: Given<K>, texts: TextComparison) => Answer<K> } = {
  versions: diffVersions,
  part: comparePart,
  stale: mergeStale,
};

export function compare<K extends Kind>(kind: K, given: Given<K>, texts: TextComparison): Answer<K> {
  return comparisons[kind](given, texts);
}

const sizes: { readonly [K in Kind]: (given: Given<K>) => number } = {
  versions: ({ before, after }) => sizeOf(before, after),
  part: ({ from, default: now, team }) => [from, now, team].reduce((sum, each) => sum + (each?.text.length ?? 0), 0),
  stale: ({ base, version, draft }) => sizeOf(base, version.entries, draft),
};

/** How much text a job has to look at, over all of its entries. */
export function sizeOfJob<K extends Kind>(kind: K, given: Given<K>): number {
  return sizes[kind](given);
}

/** An entry costs something beside its text too. */
const PER_ENTRY = 20;
const sizeOf = (...sides: readonly Entries[]) =>
  sides.reduce((sum, side) => sum + totalBytes(side) + side.size * PER_ENTRY, 0);
