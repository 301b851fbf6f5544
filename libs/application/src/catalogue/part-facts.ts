import {
  defaultText,
  digest,
  isSkill,
  kindOf,
  placeholdersOf,
  placeOf,
  summaryOf,
  type CatalogueState,
  type Entries,
  type PartFacts,
  type ReleaseState,
  type TextEntry,
} from '@palimpsest/domain';
import type { Present } from '../present/latest.ts';

/** What is known of a part without comparing texts (D2). */
export function factsOf({ version, release, catalogue }: Present, key: string): PartFacts {
  const team = textEntry(version.entries, key);
  const now = textOf(catalogue, release, key);
  const under = now === null ? lastWith(catalogue, key) : release;
  const from = team === null || now === null || team.base === now.digest ? null : thenText(catalogue, team.base);
  return {
    key,
    kind:
      (under === undefined ? undefined : kindOf(under, key)) ?? (placeOf(key).map === 'sections' ? 'section' : 'part'),
    summary: (under === undefined ? undefined : summaryOf(under, key)) ?? '',
    placeholders: under === undefined ? [] : [...placeholdersOf(under, key)],
    state: now === null ? 'removed' : from !== null ? 'default_changed' : team !== null ? 'overridden' : 'default',
    default: now,
    team,
    from,
  };
}

interface Text {
  readonly text: string;
  readonly digest: string;
}

function textEntry(entries: Entries, key: string): TextEntry | null {
  const entry = entries.get(key);
  return entry === undefined || isSkill(entry) ? null : { text: entry.text, base: entry.base };
}

function textOf(catalogue: CatalogueState, release: ReleaseState, key: string): Text | null {
  const text = defaultText(catalogue, release, key);
  return text === undefined ? null : { text, digest: release.digests.get(key) ?? digest(text) };
}

const thenText = ({ texts }: CatalogueState, base: string): Text => ({ text: texts.get(base) ?? '', digest: base });

/** The last release that had this key: it tells a removed part's summary. */
const lastWith = ({ releases }: CatalogueState, key: string) => releases.findLast(({ digests }) => digests.has(key));
