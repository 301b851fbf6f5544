import type { Entries } from './entries.ts';
import type { VersionRecorded } from './events.ts';

/** One version as it stands in memory: its facts less the texts, and its entries whole. */
export interface VersionState {
  readonly revision: number;
  readonly timestamp: string | null;
  /** Null for revision 0, the empty configuration (S4). */
  readonly record: Omit<VersionRecorded, 'texts'> | null;
  readonly entries: Entries;
}

export const nothingSaved: VersionState = { revision: 0, timestamp: null, record: null, entries: new Map() };
