import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const logs = fileURLToPath(new URL('../../test/logs/', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));

/** What the build that wrote the log answered. */
interface Answered {
  readonly types: Readonly<Record<string, number>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly versions: readonly { readonly revision: number; readonly digest: string }[];
  readonly releases: readonly object[];
  readonly sessions: readonly { readonly session: string }[];
  readonly prompts: readonly { readonly path: string; readonly digest: string }[];
}
const byRevision = (versions: unknown) =>
  (versions as Answered['versions']).map(({ revision, digest }) => ({ revision, digest }));

let data: ReturnType<typeof dataFolder>;
let server: ServerProcess | null = null;
const start = async (...args: string[]) => (server = await startProcess(data.path, {}, args));
const stop = async () => {
  expect(await server?.stop()).toBe(0);
};
beforeEach(() => {
  data = dataFolder();
});
afterEach(async () => {
  await server?.stop();
  data.remove();
});

/** `palimpsest verify`, which fails where anything does not hold. */
async function verify(): Promise<Record<string, unknown>> {
  const env = { ...process.env, PALIMPSEST_DATA: data.path };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'verify', '--json'], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function expectPrompts(running: ServerProcess, { prompts }: Answered): Promise<void> {
  for (const { path, ...given } of prompts)
    expect(await running.call('GET', path)).toMatchObject({ status: 200, body: given });
}

const folders = readdirSync(logs).flatMap((name) => [
  { name, views: 'with its read models' },
  { name, views: 'without read models' },
]);

describe('a data folder of an earlier build', () => {
  it.each(folders)('A1, A4, A5, U3 $name, $views: is verified, read, and written on', async ({ name, views }) => {
    const answered = JSON.parse(readFileSync(join(logs, name, 'answered.json'), 'utf8')) as Answered;
    cpSync(join(logs, name, 'log.sqlite'), join(data.path, 'log.sqlite'));
    if (views === 'with its read models') cpSync(join(logs, name, 'views.sqlite'), join(data.path, 'views.sqlite'));
    const count = (...types: string[]) => types.reduce((sum, type) => sum + (answered.types[type] ?? 0), 0);
    const counts = {
      releases: count('DefaultsUpgraded'),
      versions: count('OverrideSaved', 'VersionRestored'),
      policies: count('PolicyUsed'),
      uses: count('RevisionUsed'),
      prompts: answered.prompts.length,
    };
    expect(await verify()).toMatchObject({ counts, fault: null });

    const running = await start();
    const read = async (path: string) => (await running.call('GET', path)).body;
    expect(await read('/v1/configuration')).toMatchObject(answered.status);
    expect((await read('/v1/versions?limit=200'))['items']).toMatchObject(answered.versions);
    expect((await read('/v1/releases'))['items']).toMatchObject(answered.releases);
    expect((await read('/v1/sessions'))['items']).toMatchObject(answered.sessions);
    await expectPrompts(running, answered);

    const base_revision = Number(answered.status['revision']);
    const draft = { base_revision, sections: { delivery: { text: 'Written on.' } } };
    const saved = await running.call('PATCH', '/v1/configuration', draft);
    expect(saved).toMatchObject({ status: 201, body: { revision: base_revision + 1, predecessor: base_revision } });
    const policy = { version: 'new', mode: 'accept', rules: [] };
    const request = { role: 'orchestrator', variables: [], policy };
    const prompt = await running.call('POST', '/v1/sessions/main/prompt', request);
    expect(prompt).toMatchObject({ status: 200, body: { prompt: expect.stringContaining('Written on.') } });
    await stop();
    const { uses, versions, prompts, policies } = counts;
    const one = { uses: uses + 1, versions: versions + 1, prompts: prompts + 1, policies: policies + 1 };
    expect(await verify()).toMatchObject({ counts: { ...counts, ...one }, fault: null });
  });

  it.each(readdirSync(logs))(
    'C6, D1, U3 %s: a release of today changes no version and no prompt of then',
    async (name) => {
      const answered = JSON.parse(readFileSync(join(logs, name, 'answered.json'), 'utf8')) as Answered;
      cpSync(join(logs, name, 'log.sqlite'), join(data.path, 'log.sqlite'));
      const running = await start('--allow-downgrade');
      const release = answered.releases.length + 1;
      expect((await running.call('GET', '/v1/configuration')).body).toMatchObject({ release });
      const { items } = (await running.call('GET', '/v1/versions?limit=200')).body;
      expect(byRevision(items)).toEqual(byRevision(answered.versions));
      await expectPrompts(running, answered);
      await stop();
      expect(await verify()).toMatchObject({ counts: { releases: release }, fault: null });
    },
  );
});
