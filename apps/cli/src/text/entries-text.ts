import { entriesOf, isSkill, type Entry, type StoredConfiguration } from '@palimpsest/domain';
import { beginning } from './beginning.ts';
import { number } from './version-text.ts';

/** The entry of a key, or null where the team has no text for it. */
export function entryOf(configuration: StoredConfiguration, key: string): Entry | null {
  return entriesOf(configuration).get(key) ?? null;
}

/** A row for each entry: its key, its size, and how its text begins. */
export function entryRows(configuration: StoredConfiguration): string[][] {
  return [...entriesOf(configuration)].map(([key, entry]) => {
    const text = isSkill(entry) ? entry.body : entry.text;
    return [key, number(Buffer.byteLength(text)), beginning(isSkill(entry) ? entry.description : text)];
  });
}
