import { readFileSync } from 'node:fs';
import {
  canonical,
  manifestSchema,
  POLICY,
  POLICY_NONE,
  TICKET_NOTE,
  type Manifest,
  type Role,
} from '@palimpsest/domain';

/** The built-in text of this repository, for the tests that hold it to its issue. Placeholders stay unfilled. */

const root = new URL('../../../', import.meta.url);

export const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

export const manifest: Manifest = manifestSchema.parse(JSON.parse(read('prompts/catalogue.json')));

/** A SKILL.md's front matter and body. */
export function skillOf(file: string): { frontMatter: string; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(canonical(read(file)));
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`${file} has no front matter`);
  return { frontMatter: match[1], body: match[2] };
}

const skillParts = new Set(manifest.skills.map(({ part }) => part));

/** Each entry's text by its key: a section with its heading, a skill's body, the note under `ticket/rules`. */
export const texts: ReadonlyMap<string, string> = new Map<string, string>([
  ...manifest.parts.map(({ key, file }): [string, string] => [
    key,
    skillParts.has(key) ? skillOf(file).body : canonical(read(file)),
  ]),
  ...manifest.sections.map(({ name, heading, file }): [string, string] => [
    `team/${name}`,
    `## ${heading}\n\n${canonical(read(file))}`,
  ]),
  [TICKET_NOTE, canonical(read(manifest.notes.inferred_ticket))],
]);

export function textOf(key: string): string {
  const text = texts.get(key);
  if (text === undefined) throw new Error(`no built-in text has the key ${key}`);
  return text;
}

/** Who reads a default prompt, as `docs/situations.md` names them. */
export const readers = {
  'main Session': { role: 'orchestrator', keys: [...manifest.order.orchestrator] },
  'main Session, no rule enabled': {
    role: 'orchestrator',
    keys: manifest.order.orchestrator.map((key) => (key === POLICY ? POLICY_NONE : key)),
  },
  Executor: { role: 'worker', keys: [...manifest.order.worker] },
  'Executor, inferred Ticket': { role: 'worker', keys: [...manifest.order.worker, TICKET_NOTE] },
} as const satisfies Record<string, { role: Role; keys: readonly string[] }>;

export type Reader = keyof typeof readers;
export const readerNames = Object.keys(readers) as Reader[];
export const isReader = (name: string): name is Reader => Object.hasOwn(readers, name);

/** The prompt of a reader, joined as P1 and P2 say. */
export const promptOf = (reader: Reader): string => readers[reader].keys.map(textOf).join('\n\n');

/** The readers whose prompt holds an entry; skills may be loaded by all. */
export const readersOf = (key: string): Reader[] =>
  skillParts.has(key) ? readerNames : readerNames.filter((name) => readers[name].keys.includes(key));

export const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#{2,6} (.+)$/gm)].map(([, heading]) => heading ?? '');

export const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** The rows of every table in a Markdown file, each a list of cells; head and rule lines are left out. */
export const rowsOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line, at, lines) => line.startsWith('|') && !/^\|[ :|-]+\|$/.test(lines[at + 1] ?? ''))
    .filter((line) => !/^\|[ :|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
