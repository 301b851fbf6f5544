import {
  ASSEMBLY_FORMAT,
  attention,
  canonical,
  decideRelease,
  defaultText,
  evolveCatalogue,
  isSkill,
  placeOf,
  type Attention,
  type Catalogue,
  type CatalogueState,
  type DefaultsUpgraded,
  type Entries,
  type Kept,
  type ReleaseState,
  type VersionState,
} from '@palimpsest/domain';

/**
 * What an upgrade does to one entry of the team (D1, D4–D6). `settled`: nothing is left of what an earlier one left to
 * settle. `shadowed`: the reserved name of a skill is a built-in skill's, which is loaded in its place.
 */
export type UpgradeEffect =
  'default_changed' | 'identical' | 'settled' | 'removed' | 'placeholder_missing' | 'reserved_names' | 'shadowed';

export interface TouchedEntry {
  readonly key: string;
  readonly effects: readonly UpgradeEffect[];
  /** Those that the new template needs and the override lacks. */
  readonly placeholders: readonly string[];
}

/** What the start of another build would do, told before it does it. */
export interface UpgradeCheck {
  readonly revision: number;
  /** The recorded release that is in force; null where none is recorded yet. */
  readonly release: { readonly release: number; readonly version: string } | null;
  readonly build: { readonly version: string; readonly format: number };
  /** Whether the start would record a release: `equal`, nothing differs; `older`, it is served as it is recorded (C5, C6). */
  readonly decision: 'recorded' | Kept;
  /** Keys of parts, sections and `ticket/rules`, by what the build has against the release. */
  readonly parts: { readonly added: string[]; readonly changed: string[]; readonly removed: string[] };
  /** What else of the catalogue differs: fields of the manifest, and `format`. */
  readonly manifest: readonly string[];
  /** The team's entries that it would touch; none where nothing is recorded. */
  readonly entries: readonly TouchedEntry[];
}

export interface UpgradeOptions {
  /** UTC with milliseconds. */
  readonly now: string;
  readonly allowDowngrade: boolean;
}

/** Compares a build's catalogue with the latest release, as its start would (C5), and what that means to the team. Pure. */
export function checkUpgrade(
  version: Pick<VersionState, 'revision' | 'entries'>,
  state: CatalogueState,
  build: Catalogue,
  { now, allowDowngrade }: UpgradeOptions,
): UpgradeCheck {
  const before = state.releases.at(-1) ?? null;
  const decision = decideRelease(state, build, { now, format: ASSEMBLY_FORMAT, allowDowngrade });
  // What it would record tells what differs, also where it would not.
  const compared = decideRelease(state, build, { now, format: ASSEMBLY_FORMAT, allowDowngrade: true });
  const next = 'record' in compared ? compared.record : null;
  return {
    revision: version.revision,
    release: before && { release: before.release, version: before.version },
    build: { version: build.manifest.version, format: ASSEMBLY_FORMAT },
    decision: 'record' in decision ? 'recorded' : decision.keep,
    parts: partsOf(before, next),
    manifest: before === null || next === null ? [] : manifestOf(before, next),
    entries: 'record' in decision ? entriesOf(version.entries, state, decision.record) : [],
  };
}

function partsOf(before: ReleaseState | null, next: DefaultsUpgraded | null): UpgradeCheck['parts'] {
  if (next === null) return { added: [], changed: [], removed: [] };
  const then = before?.digests ?? new Map<string, string>();
  const keys = Object.keys(next.digests).sort();
  return {
    added: keys.filter((key) => !then.has(key)),
    changed: keys.filter((key) => then.has(key) && then.get(key) !== next.digests[key]),
    removed: [...then.keys()].filter((key) => !Object.hasOwn(next.digests, key)).sort(),
  };
}

function manifestOf(before: ReleaseState, next: DefaultsUpgraded): string[] {
  // Files are where a build keeps its texts; they change nothing that an agent is told, but are part of a release.
  const fields = ['parts', 'sections', 'skills', 'reserved_skill_names', 'notes', 'order'] as const;
  const differ = fields.filter(
    (field) => JSON.stringify(before.manifest[field]) !== JSON.stringify(next.manifest[field]),
  );
  return before.format === next.format ? differ : [...differ, 'format'];
}

function entriesOf(entries: Entries, state: CatalogueState, record: DefaultsUpgraded): TouchedEntry[] {
  const after = evolveCatalogue(state, record, 0n);
  const now = after.releases.at(-1);
  const before = state.releases.at(-1);
  if (now === undefined) return [];
  const told = attention(entries, after);
  const earlier = before === undefined ? nothing : attention(entries, state);
  return [...entries].flatMap(([key, entry]): TouchedEntry[] => {
    const isTouched = before?.digests.get(key) !== now.digests.get(key) || named(told, key) !== named(earlier, key);
    if (!isTouched) return [];
    const isIdentical = !isSkill(entry) && canonical(entry.text) === defaultText(after, now, key);
    const effects = [...effectsOf(told, key), ...(isIdentical ? ['identical' as const] : [])];
    return [{ key, effects: effects.length === 0 ? ['settled'] : effects, placeholders: placeholdersOf(told, key) }];
  });
}

const nothing: Attention = {
  default_changed: [],
  removed_parts: [],
  placeholder_missing: [],
  reserved_names: [],
  shadowed_skills: [],
};

function effectsOf(told: Attention, key: string): UpgradeEffect[] {
  const { map, name } = placeOf(key);
  const effects: [UpgradeEffect, boolean][] = [
    ['default_changed', told.default_changed.includes(key)],
    ['removed', told.removed_parts.includes(key)],
    ['placeholder_missing', placeholdersOf(told, key).length > 0],
    ['reserved_names', map === 'skills' && told.reserved_names.includes(name)],
    ['shadowed', map === 'skills' && told.shadowed_skills.includes(name)],
  ];
  return effects.flatMap(([effect, has]) => (has ? [effect] : []));
}

const placeholdersOf = (told: Attention, key: string): readonly string[] =>
  told.placeholder_missing.find((each) => each.key === key)?.placeholders ?? [];

/** What an upgrade leaves to settle for a key, as one text that can be compared. */
const named = (told: Attention, key: string) => JSON.stringify([effectsOf(told, key), placeholdersOf(told, key)]);
