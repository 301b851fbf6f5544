import type { Catalogue, RecordedManifest } from '@palimpsest/domain';

const part = (key: string, placeholders: RecordedManifest['parts'][number]['placeholders'] = []) => ({
  key,
  file: `prompts/${key}.md`,
  placeholders,
  summary: `What ${key} says.`,
});

/** The built-in text of a small agent system. */
export const catalogue: Catalogue = {
  manifest: {
    version: '1.0.0',
    parts: [
      part('runtime/shared'),
      part('runtime/work'),
      part('runtime/environment', ['variables']),
      part('runtime/policy', ['rules']),
      part('runtime/policy/none'),
    ],
    sections: [{ name: 'delivery', heading: 'Delivery', file: 'prompts/delivery.md', summary: 'What to show.' }],
    skills: [],
    reserved_skill_names: [],
    notes: { inferred_ticket: 'prompts/note.md' },
    order: {
      orchestrator: ['runtime/shared', 'team/delivery', 'runtime/policy'],
      worker: ['runtime/shared', 'runtime/work', 'runtime/environment'],
    },
  },
  texts: new Map([
    ['runtime/shared', 'Shared.'],
    ['runtime/work', 'Work.\nWell.'],
    ['runtime/environment', '{variables}'],
    ['runtime/policy', 'Policy:\n{rules}'],
    ['runtime/policy/none', 'No rule.'],
    ['team/delivery', 'Evidence.'],
    ['ticket/rules', 'Rules:\n{rules}'],
  ]),
};

interface Changes {
  readonly version?: string;
  /** Undefined removes the part. */
  readonly texts?: Readonly<Record<string, string | undefined>>;
  readonly placeholders?: Readonly<Record<string, RecordedManifest['parts'][number]['placeholders']>>;
  readonly reserved?: readonly string[];
  /** Names of built-in skills, each with a part of its own. */
  readonly skills?: readonly string[];
}

/** The same of another build. */
export function otherBuild({
  version = '1.1.0',
  texts = {},
  placeholders = {},
  reserved = [],
  skills = [],
}: Changes): Catalogue {
  const bodies = skills.map((name) => [`skill/${name}`, `How to ${name}.`] as const);
  const merged = new Map([...catalogue.texts, ...bodies, ...Object.entries(texts)]);
  const kept = [...merged].flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
  const isPart = (key: string) => !key.startsWith('team/') && !key.startsWith('ticket/');
  const parts = kept.filter(([key]) => isPart(key)).map(([key]) => key);
  const { manifest } = catalogue;
  const held = (key: string) => manifest.parts.find((each) => each.key === key)?.placeholders ?? [];
  return {
    manifest: {
      ...manifest,
      version,
      parts: parts.map((key) => part(key, placeholders[key] ?? held(key))),
      skills: skills.map((name) => ({ name, part: `skill/${name}`, description: `When to ${name}.` })),
      reserved_skill_names: [...reserved],
    },
    texts: new Map(kept),
  };
}
