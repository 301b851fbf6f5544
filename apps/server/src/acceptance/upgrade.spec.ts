import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Builtins } from '../../test/builtins.ts';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

let data: ReturnType<typeof dataFolder>;
let builtins: Builtins;
let server: ServerProcess;
const start = async (...args: string[]) => {
  server = await startProcess(data.path, { PALIMPSEST_BUILTINS: builtins.folder }, args);
};
/** Stops the server, changes what ships, and starts the new build. */
const upgrade = async (change: () => void, ...args: string[]) => {
  await server.stop();
  change();
  await start(...args);
};
const status = async () => (await server.call('GET', '/v1/configuration')).body;
const part = async (key: string) => (await server.call('GET', `/v1/parts/${key}`)).body;
const save = async (body: object) => {
  const { revision } = await status();
  const answer = await server.call('PATCH', '/v1/configuration', { base_revision: revision, ...body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
const worker = async () =>
  (await server.call('POST', '/v1/preview', { role: 'worker', variables: [{ name: 'Branch', value: 'b' }] })).body;
const TEAM = { 'runtime/work': { text: '## Work\n\nOurs.' }, 'runtime/replies': { text: '## Replies\n\nOurs.' } };

beforeEach(async () => {
  data = dataFolder();
  builtins = new Builtins();
  await start();
});
afterEach(async () => {
  await server.stop();
  data.remove();
  builtins.remove();
});

describe('an upgrade', () => {
  const change = () => {
    builtins.version('1.1.0');
    builtins.text('runtime/work', (text) => `${text}\nA new line.\n`);
    builtins.text('runtime/worker', (text) => `${text}\nAnother one.\n`);
  };

  it('D1 flags exactly the overrides whose default changed, and shows then, now and team (D2)', async () => {
    await save({ overrides: TEAM });
    const then = (await part('runtime/work'))['default'] as { digest: string };
    await upgrade(change);
    expect(await status()).toMatchObject({ release: 2, saved_under: 1, default_changed: ['runtime/work'] });
    const changed = await part('runtime/work');
    expect(changed).toMatchObject({ state: 'default_changed', team: { text: '## Work\n\nOurs.', base: then.digest } });
    expect(changed['changed']).toMatchObject({ from: { digest: then.digest }, identical: false });
    const { lines } = (changed['changed'] as { default_diff: { lines: { kind: string; text: string }[] } })
      .default_diff;
    expect(lines.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'added ',
      'added A new line.',
    ]);
    const { prompt } = await worker();
    expect(prompt).toContain('Ours.');
    expect(prompt).toContain('Another one.');
  });

  it('D3 keep, use the new default and edit each clear the flag; an edit that names no base does not', async () => {
    await save({ overrides: TEAM });
    await upgrade(change);
    const now = ((await part('runtime/work'))['default'] as { digest: string }).digest;
    const edited = { overrides: { 'runtime/work': { text: '## Work\n\nEdited.' } } };
    expect(await save(edited)).toMatchObject({ default_changed: ['runtime/work'] });
    const keep = { overrides: { 'runtime/work': { text: '## Work\n\nEdited.', base: now } } };
    expect(await save(keep)).toMatchObject({ default_changed: [], changed: ['runtime/work'] });
    const { revision } = await status();
    const restored = await server.call('POST', '/v1/versions/1/restore', { base_revision: revision });
    expect(restored).toMatchObject({ status: 201, body: { default_changed: ['runtime/work'], restored_from: 1 } });
    const edit = { overrides: { 'runtime/work': { text: '## Work\n\nEdited again.', base: now } } };
    expect(await save(edit)).toMatchObject({ default_changed: [] });
    await server.call('POST', '/v1/versions/1/restore', { base_revision: Number((await status())['revision']) });
    expect(await save({ overrides: { 'runtime/work': null } })).toMatchObject({ default_changed: [] });
    expect(await part('runtime/work')).toMatchObject({ state: 'default', team: null, changed: null });
  });

  it('D4 a default that returns clears by itself; a new default equal to the text is said, and removed by the next save', async () => {
    await save({ overrides: TEAM });
    let old = '';
    await upgrade(() => {
      builtins.version('1.1.0');
      builtins.text('runtime/work', (text) => {
        old = text;
        return '## Work\n\nOurs.\n';
      });
    });
    expect(await status()).toMatchObject({ default_changed: ['runtime/work'] });
    expect(await part('runtime/work')).toMatchObject({ changed: { identical: true } });
    await upgrade(() => {
      builtins.version('1.2.0');
      builtins.text('runtime/work', () => old);
    });
    expect(await status()).toMatchObject({ release: 3, default_changed: [] });
    await upgrade(() => {
      builtins.version('1.3.0');
      builtins.text('runtime/work', () => '## Work\n\nOurs.\n');
    });
    expect(await save({})).toMatchObject({ removed: ['runtime/work'], changed: ['runtime/work'], default_changed: [] });
  });

  it('D6, C5 a new product version with equal texts records and flags nothing', async () => {
    await save({ overrides: TEAM });
    await upgrade(() => {
      builtins.version('2.0.0');
    });
    expect(await status()).toMatchObject({ release: 1, default_changed: [] });
  });

  it('D5, S7 a removed part is listed, not assembled, dropped by the next save, then unknown, and readable in history', async () => {
    await save({ overrides: { ...TEAM, 'runtime/subscriptions': { text: '## Subscriptions\n\nGone soon.' } } });
    await upgrade(() => {
      builtins.version('1.1.0');
      builtins.removePart('runtime/subscriptions');
    });
    expect(await status()).toMatchObject({ removed_parts: ['runtime/subscriptions'], default_changed: [] });
    expect((await worker())['prompt']).not.toContain('Gone soon');
    expect(await part('runtime/subscriptions')).toMatchObject({ state: 'removed', default: null });
    expect(await save({ sections: { delivery: { text: 'Ship.' } } })).toMatchObject({
      dropped: ['runtime/subscriptions'],
    });
    const again = { base_revision: 2, overrides: { 'runtime/subscriptions': { text: 'x' } } };
    const refused = await server.call('PATCH', '/v1/configuration', again);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'unknown_part', path: '/overrides/runtime~1subscriptions' }] },
    });
    const { body } = await server.call('GET', '/v1/history/runtime/subscriptions');
    expect((body['items'] as { revision: number }[]).map(({ revision }) => revision)).toEqual([2, 1]);
    const first = await server.call('GET', '/v1/versions/1');
    expect(first.text).toContain('Gone soon');
  });

  it('D6, S13 a template that gained a placeholder is reported, goes on being used, and blocks no save of other entries', async () => {
    await save({
      overrides: { 'runtime/work': { text: '## Work\n\nOurs.' } },
      skills: { house: { description: 'd', body: 'b' } },
    });
    await upgrade(() => {
      builtins.version('1.1.0');
      builtins.manifest(({ parts, reserved_skill_names }) => {
        for (const each of parts) if (each.key === 'runtime/work') each.placeholders.push('variables');
        reserved_skill_names.push('house');
      });
      builtins.text('runtime/work', (text) => `${text}\n{variables}\n`);
    });
    const missing = [{ key: 'runtime/work', placeholders: ['variables'] }];
    expect(await status()).toMatchObject({ placeholder_missing: missing, reserved_names: ['house'] });
    expect((await worker())['prompt']).toContain('Ours.');
    await save({ sections: { delivery: { text: 'Ship.' } } });
    const touched = {
      base_revision: 2,
      overrides: { 'runtime/work': { text: '## Work\n\nOther.' } },
      skills: { house: { description: 'e', body: 'b' } },
    };
    const { status: code, body } = await server.call('PATCH', '/v1/configuration', touched);
    expect(code).toBe(422);
    expect((body['errors'] as { code: string }[]).map((each) => each.code).sort()).toEqual([
      'missing_placeholder',
      'reserved_skill_name',
    ]);
  });

  it('S5 a draft begun under the old release and saved after the upgrade stands on its true base', async () => {
    const then = ((await part('runtime/work'))['default'] as { digest: string }).digest;
    await upgrade(change);
    const saved = await save({ release: 1, overrides: { 'runtime/work': { text: '## Work\n\nBegun before.' } } });
    expect(saved).toMatchObject({ release: 2, default_changed: ['runtime/work'] });
    expect(await part('runtime/work')).toMatchObject({ team: { base: then } });
  });

  it('C6 a lower version does not record and says so, unless a downgrade is allowed; what was given stays reproducible', async () => {
    await upgrade(change);
    const given = (await server.call('POST', '/v1/sessions/s/prompt', { role: 'worker', variables: [] })).body;
    await upgrade(() => {
      builtins.version('1.0.5');
      builtins.text('runtime/work', () => '## Work\n\nOlder.\n');
    });
    expect(await status()).toMatchObject({ release: 2 });
    expect((await server.call('GET', '/readyz')).body['reasons']).toEqual([
      expect.stringContaining('--allow-downgrade'),
    ]);
    await upgrade(() => undefined, '--allow-downgrade');
    expect(await status()).toMatchObject({ release: 3 });
    expect((await server.call('GET', '/v1/sessions/s/uses/1/prompt')).body).toMatchObject({
      prompt: given['prompt'],
      release: 2,
    });
  });
});
