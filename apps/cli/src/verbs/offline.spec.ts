import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Deployment } from '../../test/deployment.ts';

/** The verbs that open the log themselves: on a log with one version and one use. */

let team: Deployment;
beforeEach(async () => {
  team = await new Deployment().serve();
  await team.json('save', team.file('work.md', 'Our words on work.'), '--part', 'runtime/work', '--base', '0');
  await team.json('assemble', '--role', 'worker', '--session', 'executor', '--variables', 'Branch=b');
});
afterEach(() => team.remove());

const FORGE = fileURLToPath(new URL('../../test/forge-use.mjs', import.meta.url));
const data = (name: string) => join(team.folder, 'data', name);

describe('verify', () => {
  it('counts what holds, beside a running server and on a stopped one, and changes nothing', async () => {
    const running = await team.run('verify');
    expect(running).toMatchObject({ code: 0, err: '' });
    expect(running.out).toMatch(/^versions +1, with 1 texts$/m);
    expect(running.out).toMatch(/^prompts +1 made again$/m);
    expect(running.out).toMatch(/^read models +versions 1, uses 1, policies 0$/m);
    expect(running.out).toContain('All of it holds.');
    expect(await team.stop()).toBe(0);
    const before = readFileSync(data('log.sqlite'));
    expect(await team.json('verify')).toMatchObject({
      stored: 3,
      counts: { events: 3, releases: 1, versions: 1, uses: 1, prompts: 1 },
      rows: { versions: 1, uses: 1, policies: 0 },
      fault: null,
    });
    expect(readFileSync(data('log.sqlite')).equals(before)).toBe(true);
    expect(await team.json('verify', '--no-prompts')).toMatchObject({ counts: { uses: 1, prompts: 0 }, fault: null });
  });

  it('needs no read models: they follow from the log', async () => {
    await team.stop();
    for (const end of ['', '-wal', '-shm']) rmSync(data(`views.sqlite${end}`), { force: true });
    expect(await team.json('verify')).toMatchObject({ rows: null, fault: null });
  });

  it('names the event whose bytes changed: 1', async () => {
    await team.stop();
    const bytes = readFileSync(data('log.sqlite'), 'latin1');
    // Wherever it stands: a page that was split still has it in the half that is free now.
    writeFileSync(data('log.sqlite'), bytes.replaceAll('Our words on work.', 'Xur words on work.'), 'latin1');
    const { code, out, err } = await team.run('verify');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^palimpsest: the check of storage fails: .+the event at position 2 is not what was written/);
    expect(err).toContain('(stream prompts-default, revision 0, position 2)');
  });

  it('names a use whose prompt was another, though every byte is as it was written', async () => {
    await team.stop();
    await promisify(execFile)(process.execPath, [FORGE], { env: { ...process.env, ...team.environment } });
    const { code, err } = await team.run('verify');
    expect(code).toBe(1);
    expect(err).toContain('the check of prompts fails: use 2 of Session executor');
    expect(err).toContain('(stream usage-default:executor, revision 1, position 4)');
    expect(await team.run('verify', '--json')).toMatchObject({
      code: 1,
      out: expect.stringContaining('"check":"prompts"'),
    });
  });

  it('says which file of read models is damaged, and leaves it', async () => {
    await team.stop();
    const bytes = Buffer.alloc(8192, 'no database ');
    writeFileSync(data('views.sqlite'), bytes);
    const { code, err } = await team.run('verify');
    expect(code).toBe(1);
    expect(err).toMatch(/the check of views fails: .+views\.sqlite: it is damaged/);
    expect(readFileSync(data('views.sqlite')).equals(bytes)).toBe(true);
  });
});

describe('rebuild', () => {
  it('makes all read models anew, or one, beside a running server', async () => {
    const { code, out } = await team.run('rebuild');
    expect(code).toBe(0);
    expect(out).toMatch(/^versions: made anew from 1 events, up to position 3\nuses: made anew from 1 events/);
    expect(await team.json('rebuild', 'uses')).toEqual({
      items: [{ name: 'uses', events: 1, position: '3' }],
      next_cursor: null,
    });
    expect(await team.json('sessions')).toMatchObject({ items: [{ session: 'executor' }] });
    expect(await team.json('verify')).toMatchObject({ rows: { versions: 1, uses: 1, policies: 0 }, fault: null });
  });
});
