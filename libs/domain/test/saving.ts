import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { CatalogueState } from '../src/catalogue/state.ts';
import { decideSave, type DecisionContext } from '../src/configuration/decide.ts';
import { configurationOf, type Entries, type Entry } from '../src/configuration/entries.ts';
import type { VersionRecorded } from '../src/configuration/events.ts';
import { parseChange, parseReplace, type ParsedSave } from '../src/configuration/parse-save.ts';
import { versionRecord } from '../src/configuration/record.ts';
import { Refusal, type Fault } from '../src/faults.ts';
import { digest } from '../src/text/digest.ts';
import { versionOf } from '../src/views/current-configuration.ts';
import { nothingSaved, type VersionState } from '../src/configuration/state.ts';
import { manifest, recorded, withTexts } from './small-catalogue.ts';

/**
 * Three releases of the small catalogue. The second changes `runtime/shared`, takes `runtime/old` away, adds `runtime/new`,
 * lets `runtime/policy/none` require `{mode}`, and reserves the skill name `identities`; the third changes `runtime/shared`
 * back.
 */
const old = { key: 'runtime/old', file: 'prompts/old.md', placeholders: [], summary: 'What once was said.' };
const { parts } = manifest;
const first: Catalogue = {
  manifest: {
    ...manifest,
    parts: [...parts.map((part) => (part.key === 'runtime/policy/none' ? { ...part, placeholders: [] } : part)), old],
  },
  texts: withTexts({ 'runtime/old': 'Old text.' }).texts,
};
const second: Catalogue = {
  manifest: {
    ...manifest,
    version: '2.0.0',
    parts: [...parts, { ...old, key: 'runtime/new' }],
    reserved_skill_names: ['system', 'identities'],
  },
  texts: withTexts({ 'runtime/shared': 'Shared text, second.', 'runtime/new': 'New text.' }).texts,
};
const third: Catalogue = {
  manifest: { ...second.manifest, version: '3.0.0' },
  texts: new Map([...second.texts, ['runtime/shared', 'Shared text.']]),
};

export const releases = {
  first: recorded(first),
  second: recorded(first, second),
  third: recorded(first, second, third),
} satisfies Record<string, CatalogueState>;

/** The digests of what `runtime/shared` was in each release, and of other defaults. */
export const bases = {
  shared: digest('Shared text.'),
  shared2: digest('Shared text, second.'),
  worker: digest('Worker text.'),
  old: digest('Old text.'),
  none: digest('## Policy\n\nVersion {version}, mode {mode}: nothing is enabled.'),
  communication: digest('Write little.'),
};

/** The digest of the first release's default. */
export const defaultOf = (key: string): string => releases.first.releases[0]?.digests.get(key) ?? '';

export const START = Date.parse('2026-12-01T09:30:00.000Z');
export const deciding: DecisionContext = {
  now: START,
  origin: 'panel',
  actor: 'ada',
  request: null,
  request_id: null,
  limit: 262_144,
  caller: null,
  isHeld: () => false,
};

/** A version that holds these entries, whether or not a save could make it today. */
export function holding(entries: Readonly<Record<string, Entry>> | Entries, before = nothingSaved): VersionState {
  const map: Entries = entries instanceof Map ? entries : new Map(Object.entries(entries));
  const decided = { kind: 'saved' as const, restored_from: null, removed: [], dropped: [], warnings: [] };
  return stored(versionRecord(before, map, decided, { ...deciding, message: null, release: 1 }));
}

/** The version that an event makes current, read as JSON from the log. */
export function stored(event: VersionRecorded): VersionState {
  const data = JSON.parse(JSON.stringify(event)) as VersionRecorded;
  return versionOf(data, (name) => {
    throw new Error(`no text ${name}`);
  });
}

/** Requests as they come over the wire. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
export const replace = (configuration: unknown, fields: object = {}): ParsedSave =>
  parseReplace(wire({ base_revision: 0, configuration, ...fields }));
export const change = (fields: object): ParsedSave => parseChange(wire({ base_revision: 0, ...fields }));
/** The replace that saves these entries as they are. */
export const replaceWith = (entries: Entries, fields: object = {}): ParsedSave =>
  replace(configurationOf(entries), fields);

/** The event that a save on this version becomes. */
export function save(
  current: VersionState,
  parsed: ParsedSave,
  { catalogue = releases.first, ...context }: Partial<DecisionContext> & { catalogue?: CatalogueState } = {},
): VersionRecorded {
  return decideSave(current, catalogue, parsed, { ...deciding, ...context });
}

/** The faults for which something is refused. Fails where it is accepted. */
export function faultsIn(decide: () => unknown): Fault[] {
  try {
    decide();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_failed') return error.details['errors'] as Fault[];
    throw error;
  }
  throw new Error('it was accepted');
}

/** Code and place of each fault, in order of places. */
export const codes = (faults: readonly Fault[]): string[] => faults.map(({ path, code }) => `${code} ${path}`).sort();
/** Code and place of each fault for which a save is refused. */
export const refusal = (...given: Parameters<typeof save>): string[] => codes(faultsIn(() => save(...given)));
