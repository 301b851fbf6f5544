import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { recordOf } from '../src/catalogue/decide-release.ts';
import type { RecordedManifest } from '../src/catalogue/manifest.ts';
import { currentRelease, defaultText, evolveCatalogue, noReleases } from '../src/catalogue/state.ts';
import { ASSEMBLY_FORMAT, type AssemblySource } from '../src/assembly/assemble.ts';

/** A catalogue of another, smaller agent system, without faults: what a test changes in it is what the test is about. */

export const NOW = '2026-12-01T09:30:00.000Z';
const at = { now: NOW, format: ASSEMBLY_FORMAT };

const part = (key: string, placeholders: RecordedManifest['parts'][number]['placeholders'] = []) => ({
  key,
  file: `prompts/${key}.md`,
  placeholders,
  summary: `What ${key} says.`,
});

export const manifest: RecordedManifest = {
  version: '1.0.0',
  parts: [
    part('runtime/shared'),
    part('runtime/worker'),
    part('skill/github'),
    part('runtime/environment', ['variables']),
    part('runtime/policy', ['version', 'mode', 'rules']),
    part('runtime/policy/none', ['version', 'mode']),
  ],
  sections: [
    { name: 'communication', heading: 'Communication', file: 'prompts/c.md', summary: 'When to write.' },
    { name: 'delivery', heading: 'Delivery requirements', file: 'prompts/d.md', summary: 'What to show.' },
  ],
  skills: [{ name: 'github', part: 'skill/github', description: 'How to use GitHub.' }],
  reserved_skill_names: ['system'],
  notes: { inferred_ticket: 'prompts/note.md' },
  order: {
    orchestrator: ['runtime/shared', 'team/communication', 'team/delivery', 'runtime/environment', 'runtime/policy'],
    worker: ['runtime/shared', 'runtime/worker', 'team/communication', 'runtime/environment'],
  },
};

export const texts: ReadonlyMap<string, string> = new Map([
  ['runtime/shared', 'Shared text.'],
  ['runtime/worker', 'Worker text.'],
  ['skill/github', '## GitHub\n\nSkill text.'],
  ['runtime/environment', '## Environment\n\n{variables}\n\nEnd of values.'],
  ['runtime/policy', '## Policy\n\nVersion {version}, mode {mode}.\n\n{rules}\n\nEnd of rules.'],
  ['runtime/policy/none', '## Policy\n\nVersion {version}, mode {mode}: nothing is enabled.'],
  ['team/communication', 'Write little.'],
  ['team/delivery', 'Show evidence.'],
  ['ticket/rules', "## This Ticket's rules\n\n{rules}\n\nNo more than that."],
]);

export const catalogue: Catalogue = { manifest, texts };

/** The catalogue with other texts under some keys; undefined removes one. */
export function withTexts(changed: Readonly<Record<string, string | undefined>>): Catalogue {
  const kept = [...texts].filter(([key]) => !Object.hasOwn(changed, key));
  const added = Object.entries(changed).flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
  return { manifest, texts: new Map([...kept, ...added]) };
}

/** The catalogue with other fields of its manifest. */
export function withManifest(changed: Partial<RecordedManifest>): Catalogue {
  return { manifest: { ...manifest, ...changed }, texts };
}

/** The state after the catalogues were recorded as releases 1, 2, …, at positions 10, 20, …. */
export function recorded(...catalogues: readonly Catalogue[]) {
  return catalogues.reduce(
    (state, each, index) => evolveCatalogue(state, recordOf(state, each, at), BigInt(10 * (index + 1))),
    noReleases,
  );
}

/** The source of a prompt from a catalogue's defaults and a team's texts by entry key. */
export function sourceOf(from: Catalogue = catalogue, team: Readonly<Record<string, string>> = {}): AssemblySource {
  const state = recorded(from);
  const release = currentRelease(state);
  return {
    release,
    defaults: (key) => defaultText(state, release, key) ?? '',
    team: new Map(Object.entries(team)),
  };
}
