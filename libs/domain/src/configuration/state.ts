import type { Digest } from '../text/digest.ts';
import { isSkill, type Entries } from './entries.ts';
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

/** The texts of a version in memory, by the digests under which its event names them. */
export function* heldTexts(version: VersionState): Iterable<[Digest, string]> {
  for (const [key, stored] of Object.entries(version.record?.entries ?? {})) {
    const entry = version.entries.get(key);
    if (entry === undefined) continue;
    if (!isSkill(entry)) yield [stored.digest, entry.text];
    else {
      yield [stored.digest, entry.body];
      if ('description' in stored) yield [stored.description, entry.description];
    }
  }
}
