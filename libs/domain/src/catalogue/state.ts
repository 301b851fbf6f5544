import type { Digest } from '../text/digest.ts';
import { entryKey } from '../configuration/keys.ts';
import { TICKET_NOTE, type Placeholder, type RecordedManifest } from './manifest.ts';
import type { DefaultsUpgraded } from './release.ts';

/** One recorded catalogue. `digests` names each default by its entry key; `position` is its place in the log. */
export interface ReleaseState {
  readonly release: number;
  readonly version: string;
  readonly digest: Digest;
  readonly format: number;
  readonly timestamp: string;
  readonly position: string;
  readonly manifest: RecordedManifest;
  readonly digests: ReadonlyMap<string, Digest>;
}

/** All releases, in order from 1, and every default text that ever was in force (C5). */
export interface CatalogueState {
  readonly releases: readonly ReleaseState[];
  readonly texts: ReadonlyMap<Digest, string>;
}

export const noReleases: CatalogueState = { releases: [], texts: new Map() };

/** Folds one `DefaultsUpgraded` at its position in the log. An event that was folded before changes nothing. */
export function evolveCatalogue(state: CatalogueState, data: DefaultsUpgraded, position: bigint): CatalogueState {
  if (release(state, data.release) !== undefined) return state;
  const { digests, texts, ...rest } = data;
  const recorded: ReleaseState = { ...rest, position: position.toString(), digests: new Map(Object.entries(digests)) };
  return { releases: [...state.releases, recorded], texts: new Map([...state.texts, ...Object.entries(texts)]) };
}

/** The latest recorded release, whose defaults are in force on every instance (C6). Throws before the first. */
export function currentRelease(state: CatalogueState): ReleaseState {
  const latest = state.releases.at(-1);
  if (latest === undefined) throw new Error('no release is recorded yet; the start records the first one');
  return latest;
}

export function release(state: CatalogueState, number: number): ReleaseState | undefined {
  return state.releases.find((each) => each.release === number);
}

/** The text of a default under a release, or undefined where that release has no such key. */
export function defaultText(state: CatalogueState, under: ReleaseState, key: string): string | undefined {
  const digest = under.digests.get(key);
  return digest === undefined ? undefined : state.texts.get(digest);
}

/** Whether the digest is of a default that this key has or had in any release (S5). */
export function everHad(state: CatalogueState, key: string, digest: Digest): boolean {
  return state.releases.some((each) => each.digests.get(key) === digest);
}

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
export function kindOf(listed: Listed, key: string): 'part' | 'section' | 'skill' | undefined {
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
