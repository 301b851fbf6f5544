import { entryKey } from '../entry-keys.ts';
import type { PartView } from './part.ts';
import { TICKET_NOTE, type Placeholder, type RecordedManifest } from './manifest.ts';

/** What has a manifest: a release, or a catalogue that is not recorded yet. */
interface Listed {
  readonly manifest: RecordedManifest;
}
type Part = RecordedManifest['parts'][number];
type Section = RecordedManifest['sections'][number];
export type BuiltInSkill = RecordedManifest['skills'][number];

export function partOf({ manifest }: Listed, key: string): Part | undefined {
  return manifest.parts.find((part) => part.key === key);
}

/** The section of an entry key `team/<name>`. */
export function sectionOf({ manifest }: Listed, key: string): Section | undefined {
  return manifest.sections.find(({ name }) => entryKey.section(name) === key);
}

/** The built-in skill whose body is the part of this key (P8). */
export function skillOfPart({ manifest }: Listed, key: string): BuiltInSkill | undefined {
  return manifest.skills.find(({ part }) => part === key);
}

export function partKeys({ manifest }: Listed): string[] {
  return manifest.parts.map(({ key }) => key);
}

export function sectionKeys({ manifest }: Listed): string[] {
  return manifest.sections.map(({ name }) => entryKey.section(name));
}

/** The keys of all that a team can write in place of: parts (skills' among them), then sections. */
export function entryKeys(listed: Listed): string[] {
  return [...partKeys(listed), ...sectionKeys(listed)];
}

/** The names that a team skill may not have: the built-in skills' and the reserved ones (S8). */
export function reservedNames({ manifest }: Listed): ReadonlySet<string> {
  return new Set([...manifest.skills.map(({ name }) => name), ...manifest.reserved_skill_names]);
}

/** What an entry key names under this release, or undefined. A built-in skill's part is a skill. */
export function kindOf(listed: Listed, key: string): PartView['kind'] | undefined {
  if (sectionOf(listed, key) !== undefined) return 'section';
  if (partOf(listed, key) === undefined) return undefined;
  return skillOfPart(listed, key) === undefined ? 'part' : 'skill';
}

export function summaryOf(listed: Listed, key: string): string | undefined {
  return (partOf(listed, key) ?? sectionOf(listed, key))?.summary;
}

/** The placeholders that a key's template must keep; none for what is no template. */
export function placeholdersOf(listed: Listed, key: string): readonly Placeholder[] {
  return key === TICKET_NOTE ? ['rules'] : (partOf(listed, key)?.placeholders ?? []);
}

/** The built-in skill of this name (P8). */
export function builtInSkill({ manifest }: Listed, name: string): BuiltInSkill | undefined {
  return manifest.skills.find((each) => each.name === name);
}

/** A built-in skill's name, or one on the manifest's list (S8). */
export function isReserved(listed: Listed, skill: string): boolean {
  return reservedNames(listed).has(skill);
}

/** The placeholders that the part's template requires and the text lacks (S8). */
export function missingPlaceholders(listed: Listed, key: string, text: string): string[] {
  return placeholdersOf(listed, key).filter((name) => !text.includes(`{${name}}`));
}
