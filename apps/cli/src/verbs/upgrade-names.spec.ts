import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from '../../test/deployment.ts';

let team: Deployment;
beforeAll(async () => {
  team = await new Deployment().serve();
  const body = { base_revision: 0, skills: { house: { description: 'Our house.', body: 'Ours.' } } };
  const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  expect((await fetch(`${team.url}/v1/configuration`, init)).status).toBe(201);
  await team.stop();
});
afterAll(() => team.remove());

interface Manifest {
  version: string;
  parts: object[];
  skills: object[];
  reserved_skill_names: string[];
}

/** A build of the product in a folder of its own, whose manifest differs. */
function build(name: string, change: (manifest: Manifest, folder: string) => void): string {
  const folder = team.path(name);
  const own = fileURLToPath(new URL('../../../../', import.meta.url));
  for (const each of ['prompts', 'skills']) cpSync(join(own, each), join(folder, each), { recursive: true });
  const file = join(folder, 'prompts/catalogue.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  change(manifest, folder);
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

/** What `upgrade --check` says of this build, then what `show` says and which skill agents load once it serves. */
async function upgraded(folder: string) {
  const { out: before } = await team.run('upgrade', '--check', '--builtins', folder);
  const next = new Deployment({ ...team.environment, PALIMPSEST_BUILTINS: folder, PALIMPSEST_URL: '' });
  try {
    await next.serve();
    const { out: after } = await new Deployment({ ...next.env, PALIMPSEST_URL: next.url }).run('show');
    const prompt = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const worker = JSON.stringify({ role: 'worker', variables: [] });
    await fetch(`${next.url}/v1/sessions/s/prompt`, { ...prompt, body: worker });
    const skill: unknown = await (await fetch(`${next.url}/v1/sessions/s/skills/house`)).json();
    return { before, after, skill };
  } finally {
    await next.remove();
  }
}

describe('upgrade --check and show, of a team skill', () => {
  it('D6 S13 whose name is only reserved, say that it stays in use, and it does', async () => {
    const folder = build('reserving', (manifest) => {
      manifest.version = '9.0.0';
      manifest.reserved_skill_names.push('house');
    });
    const { before, after, skill } = await upgraded(folder);
    expect(before).toMatch(/^team\/skill\/house +its name is reserved: the skill stays in use/m);
    expect(after).toContain('! the skill name house is reserved now; the skill stays in use');
    expect(`${before}${after}`).not.toContain('built-in skill');
    expect(skill).toMatchObject({ source: 'team', body: 'Ours.' });
  });

  it('D6 whose name a built-in skill takes, say that this is loaded instead, and it is', async () => {
    const folder = build('taking', (manifest, root) => {
      manifest.version = '9.1.0';
      const file = 'skills/house/SKILL.md';
      manifest.parts.push({ key: 'skill/house', file, placeholders: [], summary: 'Of houses.' });
      manifest.skills.push({ name: 'house', part: 'skill/house' });
      mkdirSync(join(root, 'skills/house'));
      writeFileSync(join(root, file), '---\nname: house\ndescription: Of houses.\n---\n\nBuilt in.\n');
    });
    const { before, after, skill } = await upgraded(folder);
    expect(before).toMatch(/^team\/skill\/house +its name is a built-in skill's, which is loaded until it is renamed/m);
    expect(after).toContain("! the skill name house is a built-in skill's now, which is loaded instead");
    expect(`${before}${after}`).not.toContain('stays in use');
    expect(skill).toMatchObject({ source: 'default', body: 'Built in.' });
  });
});
