import type { CatalogueState } from '../catalogue/state.ts';
import { told, type Fault } from '../faults.ts';
import type { TextComparison } from '../text/text-comparison.ts';
import type { Entries } from './entries.ts';
import { mergeConfigurations, type Conflict } from './merge.ts';
import type { StoredConfiguration, VersionView } from './schemas.ts';
import type { VersionState } from './state.ts';

/** What the refusal of a draft carries whose base is not current: all that is needed to go on (S1, S11). */
export interface StaleDetails {
  readonly current: Pick<VersionView, 'revision' | 'actor' | 'origin' | 'timestamp' | 'message'>;
  readonly submitted: unknown;
  /** What S8 finds in the draft, and why the merge cannot be saved, where it cannot. */
  readonly errors: readonly Fault[];
  /** How many there are beyond those that one answer tells. */
  readonly more?: number;
  /** Null where there is none: the base is ahead of the current revision, or cannot be read. */
  readonly merged: StoredConfiguration | null;
  readonly conflicts: readonly Conflict[];
}

/** A draft, the version that it was made from, and the one that came between. */
export interface StaleDraft {
  readonly base: Entries;
  readonly version: VersionState;
  readonly draft: Entries;
  readonly catalogue: CatalogueState;
  readonly limit: number;
  /** What is known before anything is merged. */
  readonly unmerged: StaleDetails;
}

/** The details of the refusal, with the merge (S11). */
export function mergeStale(stale: StaleDraft, texts: TextComparison): StaleDetails {
  const { base, version, draft, unmerged } = stale;
  const { merged, conflicts, faults } = mergeConfigurations(base, version, draft, stale, texts);
  return { ...unmerged, ...told([...unmerged.errors, ...faults], unmerged.more), merged, conflicts };
}
