import {
  comparePart,
  diffVersions,
  mergeStale,
  type ComparedVersions,
  type PartFacts,
  type PartView,
  type StaleDetails,
  type StaleDraft,
  type TextComparison,
  type VersionDiff,
} from '@palimpsest/domain';
import { packEntries, sizeOfEntries, unpackEntries, type PackedEntries } from './packed.ts';

/** What is compared, as it crosses to the worker, and what comes of it. All that one request compares is one job. */
interface Shapes {
  readonly versions: {
    readonly given: ComparedVersions;
    readonly packed: Pick<ComparedVersions, 'from' | 'to'> & Record<'before' | 'after', PackedEntries>;
    readonly answer: VersionDiff;
  };
  readonly part: { readonly given: PartFacts; readonly packed: PartFacts; readonly answer: PartView };
  readonly stale: {
    readonly given: StaleDraft;
    readonly packed: Record<'base' | 'current' | 'draft', PackedEntries> & {
      readonly rest: Omit<StaleDraft, 'base' | 'draft'>;
      /** The request as JSON, which is quicker to copy. */
      readonly submitted: string;
    };
    readonly answer: StaleDetails;
  };
}
export type Kind = keyof Shapes;
export type Given<K extends Kind> = Shapes[K]['given'];
export type Packed<K extends Kind> = Shapes[K]['packed'];
export type Answer<K extends Kind> = Shapes[K]['answer'];

interface Comparison<K extends Kind> {
  readonly pack: (given: Given<K>) => Packed<K>;
  /** How much text there is to look at, over all entries. */
  readonly size: (packed: Packed<K>) => number;
  readonly compare: (packed: Packed<K>, texts: TextComparison) => Answer<K>;
}

const versions: Comparison<'versions'> = {
  pack: ({ from, to, before, after }) => ({ from, to, before: packEntries(before), after: packEntries(after) }),
  size: ({ before, after }) => sizeOfEntries(before) + sizeOfEntries(after),
  compare: ({ from, to, before, after }, texts) =>
    diffVersions({ from, to, before: unpackEntries(before), after: unpackEntries(after) }, texts),
};

const part: Comparison<'part'> = {
  pack: (facts) => facts,
  size: ({ from, default: now, team }) => [from, now, team].reduce((sum, each) => sum + (each?.text.length ?? 0), 0),
  compare: comparePart,
};

const stale: Comparison<'stale'> = {
  pack: ({ base, draft, version, unmerged, ...rest }) => ({
    base: packEntries(base),
    current: packEntries(version.entries),
    draft: packEntries(draft),
    submitted: JSON.stringify(unmerged.submitted),
    // Of the version's own record a merge needs nothing.
    rest: {
      ...rest,
      version: { ...version, record: null, entries: new Map() },
      unmerged: { ...unmerged, submitted: null },
    },
  }),
  size: ({ base, current, draft, submitted }) =>
    [base, current, draft].reduce((sum, side) => sum + sizeOfEntries(side), submitted.length),
  compare: ({ base, current, draft, submitted, rest }, texts) =>
    mergeStale(
      {
        ...rest,
        base: unpackEntries(base),
        draft: unpackEntries(draft),
        version: { ...rest.version, entries: unpackEntries(current) },
        unmerged: { ...rest.unmerged, submitted: JSON.parse(submitted) as unknown },
      },
      texts,
    ),
};

export const comparisons: { readonly [K in Kind]: Comparison<K> } = { versions, part, stale };
