import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from '../../test/deployment.ts';
import { ownDeployment } from '../../test/own-deployment.ts';

const team = ownDeployment();
beforeAll(async () => {
  const own = fileURLToPath(new URL('../../../../', import.meta.url));
  for (const name of ['prompts', 'skills'])
    cpSync(join(own, name), join(team.folder, 'build', name), { recursive: true });
  await team.json('save', team.file('work.md', 'Ours.'), '--part', 'runtime/work', '--base', '0');
});

/** Changes a file of the new build. */
function change(file: string, changed: (text: string) => string): void {
  const path = join(team.folder, 'build', file);
  writeFileSync(path, changed(readFileSync(path, 'utf8')));
}
const check = (...more: string[]) => team.run('upgrade', '--check', '--builtins', team.path('build'), ...more);

describe('upgrade --check', () => {
  it('says that equal texts change nothing', async () => {
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('record nothing') });
  });

  it('tells before the upgrade what it would do, beside a running server, and writes nothing', async () => {
    change('prompts/catalogue.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "9.0.0"'));
    const { parts } = JSON.parse(readFileSync(team.path('build/prompts/catalogue.json'), 'utf8')) as {
      parts: { key: string; file: string }[];
    };
    change(parts.find(({ key }) => key === 'runtime/work')?.file ?? '', (text) => `${text}\nAnother line.\n`);
    const { code, out } = await check();
    expect(code).toBe(0);
    expect(out).toMatch(/^new build +version 9\.0\.0$/m);
    expect(out).toMatch(/^it would +record release 2$/m);
    expect(out).toMatch(/^parts changed +runtime\/work$/m);
    expect(out).toMatch(/^runtime\/work +its default changes: the text stays in use/m);
    expect(JSON.parse((await check('--json')).out)).toMatchObject({
      decision: 'recorded',
      parts: { added: [], changed: ['runtime/work'], removed: [] },
      entries: [{ key: 'runtime/work', effects: ['default_changed'] }],
    });
    expect(await team.json('show')).toMatchObject({ release: 1, default_changed: [] });
  });

  it('and after it, show and parts say so, and a save that names the current default settles it', async () => {
    await team.stop();
    const upgraded = new Deployment({
      ...team.environment,
      PALIMPSEST_BUILTINS: team.path('build'),
      PALIMPSEST_URL: '',
    });
    try {
      await upgraded.serve();
      const env = new Deployment({ ...upgraded.env, PALIMPSEST_URL: upgraded.url });
      const shown = await env.run('show');
      expect(shown.out).toContain("! the default of runtime/work changed under the team's text");
      const { out } = await env.run('parts', 'runtime/work');
      expect(out).toContain('What changed in the default\n@@');
      expect(out).toContain('+ Another line.');
      expect(out).toContain('To settle it: save FILE --part runtime/work --on current');
      const now = (await env.run('parts', 'runtime/work', '--text', 'default')).out;
      expect(now).toBe(`${(await env.run('parts', 'runtime/work', '--text', 'then')).out}\n\nAnother line.`);
      const settled = await env.run(
        'save',
        team.path('work.md'),
        '--part',
        'runtime/work',
        '--base',
        '1',
        '--on',
        'current',
      );
      expect(settled).toMatchObject({ code: 0, out: expect.stringContaining('Changed: runtime/work') });
      expect(await env.json('show')).toMatchObject({ release: 2, default_changed: [] });
    } finally {
      await upgraded.remove();
    }
  });

  it('refuses a folder that cannot be used, with the file and the remedy', async () => {
    const { code, err } = await team.run('upgrade', '--check', '--builtins', team.path('nowhere'));
    expect(code).toBe(1);
    expect(err).toContain('prompts/catalogue.json is missing');
  });
});
