import type { StoredConfiguration } from '@palimpsest/domain';
import { shown } from './shown.ts';
import { number } from './version-text.ts';

export type ReadEntry = StoredConfiguration['overrides'][string] | StoredConfiguration['skills'][string];

const PREFIXES = { sections: 'team/', skills: 'team/skill/', overrides: '' } as const;
type MapName = keyof typeof PREFIXES;

/** All entries by their keys. */
function entriesByKey(configuration: StoredConfiguration): Map<string, ReadEntry> {
  return new Map(
    (Object.keys(PREFIXES) as MapName[]).flatMap((map) =>
      Object.entries<ReadEntry>(configuration[map]).map(([name, entry]): [string, ReadEntry] => [
        PREFIXES[map] + name,
        entry,
      ]),
    ),
  );
}

/** The entry of a key, or null where the team has no text for it. */
export function entryOf(configuration: StoredConfiguration, key: string): ReadEntry | null {
  return entriesByKey(configuration).get(key) ?? null;
}

/** A row for each entry: its key, its size, and how its text begins. */
export function entryRows(configuration: StoredConfiguration): string[][] {
  return [...entriesByKey(configuration)].map(([key, entry]) => {
    const text = 'body' in entry ? entry.body : entry.text;
    return [key, number(Buffer.byteLength(text)), beginning('body' in entry ? entry.description : text)];
  });
}

/** The first line with something in it, cut to what fits beside the rest. */
export function beginning(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const characters = [...shown(line.trim().replaceAll('\t', ' '))];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}
