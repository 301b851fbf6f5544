import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder without faults, of another agent system: what a test changes in it is what the test is about. */

export const manifest = {
  version: '2.1.0',
  parts: [
    { key: 'runtime/shared', file: 'prompts/shared.md', placeholders: [], summary: 'For all.' },
    { key: 'skill/wiki', file: 'skills/wiki/SKILL.md', placeholders: [], summary: 'The wiki.' },
  ],
  sections: [{ name: 'style', heading: 'Style', file: 'prompts/style.md', summary: 'How to write.' }],
  skills: [{ name: 'wiki', part: 'skill/wiki' }],
  reserved_skill_names: ['system'],
  notes: { inferred_ticket: 'prompts/note.md' },
  order: { orchestrator: ['runtime/shared', 'team/style'], worker: ['runtime/shared'] },
};
export const skill = '---\nname: wiki\ndescription: How to use the wiki.\n---\n\n## Wiki\n\nText.\n';

const files: Readonly<Record<string, string>> = {
  'prompts/catalogue.json': JSON.stringify(manifest),
  'prompts/shared.md': 'Shared.\n',
  'prompts/style.md': 'Short.\n',
  'prompts/note.md': 'Only these:\n\n{rules}\n',
  'skills/wiki/SKILL.md': skill,
};

const made: string[] = [];

/** A new folder with these files in place of its own; null leaves one out. */
export function folderWith(changed: Readonly<Record<string, string | Uint8Array | null>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'catalogue-')));
  made.push(root);
  const folder = join(root, 'builtins');
  mkdirSync(folder);
  for (const [name, contents] of Object.entries({ ...files, ...changed })) {
    if (contents === null) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  return folder;
}

/** A new folder whose manifest has other fields. */
export function folderWithManifest(changed: Readonly<Record<string, unknown>>): string {
  return folderWith({ 'prompts/catalogue.json': JSON.stringify({ ...manifest, ...changed }) });
}

export function removeFolders(): void {
  for (const root of made.splice(0)) rmSync(root, { recursive: true });
}
