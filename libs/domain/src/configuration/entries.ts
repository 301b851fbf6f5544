import type { Digest } from '../text/digest.ts';
import type { StoredEntry } from './events.ts';
import { entryMaps, keyOf, placeOf } from '../entry-keys.ts';
import type { ConfigurationInput, DraftText, SkillEntry, StoredConfiguration, TextEntry } from './schemas.ts';

export type Entry = TextEntry | SkillEntry;
/** All entries of a configuration, by entry key. */
export type Entries = ReadonlyMap<string, Entry>;

export const isSkill = (entry: Entry | DraftEntry): entry is SkillEntry => 'body' in entry;

/** An entry as a draft gives it: its base may be open (S5). */
export type DraftEntry = DraftText | SkillEntry;
export type DraftEntries = ReadonlyMap<string, DraftEntry>;

/** The flat form of a configuration, in a fixed order. Safe for any name, `__proto__` too. */
export function entriesOf(configuration: StoredConfiguration): Entries;
export function entriesOf(configuration: ConfigurationInput): DraftEntries;
export function entriesOf(configuration: ConfigurationInput): DraftEntries {
  return new Map(
    entryMaps.flatMap((map) =>
      Object.entries<DraftEntry>(configuration[map] ?? {}).map(([name, entry]): [string, DraftEntry] => [
        keyOf(map, name),
        entry,
      ]),
    ),
  );
}

/** A configuration as it is read, names in order. */
export function configurationOf(entries: Entries): StoredConfiguration {
  const maps = { sections: nameless(), skills: nameless(), overrides: nameless() };
  for (const key of [...entries.keys()].sort()) {
    const { map, name } = placeOf(key);
    maps[map][name] = entries.get(key);
  }
  return maps as unknown as StoredConfiguration;
}
const nameless = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

export function sameEntry(a: DraftEntry | undefined, b: DraftEntry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (isSkill(a)) return isSkill(b) && a.description === b.description && a.body === b.body;
  return !isSkill(b) && a.text === b.text && a.base === b.base;
}

/** The texts of an entry, each with the digest under which the log holds it. */
export function textsOf(entry: Entry): readonly string[] {
  return isSkill(entry) ? [entry.body, entry.description] : [entry.text];
}

/** An entry by digests, as events name it. */
export function storedEntry(entry: Entry, digestOf: (text: string) => Digest): StoredEntry {
  return isSkill(entry)
    ? { digest: digestOf(entry.body), description: digestOf(entry.description) }
    : { digest: digestOf(entry.text), base: entry.base };
}

/** UTF-8 bytes of every text, names of skills included (S9). */
export function bytesOf(key: string, entry: DraftEntry): number {
  if (!isSkill(entry)) return Buffer.byteLength(entry.text);
  return Buffer.byteLength(placeOf(key).name) + Buffer.byteLength(entry.description) + Buffer.byteLength(entry.body);
}

export function totalBytes(entries: DraftEntries): number {
  let total = 0;
  for (const [key, entry] of entries) total += bytesOf(key, entry);
  return total;
}
