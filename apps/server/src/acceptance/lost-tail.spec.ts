import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess } from '../../test/server-process.ts';

const data = dataFolder();
afterAll(() => {
  data.remove();
});
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const startFails = () =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const env = { ...process.env, PALIMPSEST_PORT: '0', PALIMPSEST_DATA: data.path };
    execFile(process.execPath, [MAIN], { env, timeout: 30_000 }, (error, _, stderr) => {
      resolve({ code: error?.code, stderr });
    });
  });

describe('a log that lost answered saves', () => {
  it('U1, A1 is not served: one line names it and the remedy, and the remedy works', async () => {
    const server = await startProcess(data.path);
    for (let revision = 0; revision < 3; revision += 1) {
      const sections = { delivery: { text: `Text ${String(revision)}` } };
      await server.call('PATCH', '/v1/configuration', { base_revision: revision, sections });
    }
    await server.call('GET', '/v1/versions');
    await server.kill();
    for (const name of ['log.sqlite', 'log.sqlite-wal', 'log.sqlite-shm'])
      rmSync(join(data.path, name), { force: true });
    const { code, stderr } = await startFails();
    expect(code).toBe(1);
    expect(stderr).toContain('lacks events that its read models hold');
    expect(stderr).toContain('log.sqlite');
    for (const name of ['views.sqlite', 'views.sqlite-wal', 'views.sqlite-shm'])
      rmSync(join(data.path, name), { force: true });
    const again = await startProcess(data.path);
    expect((await again.call('GET', '/v1/configuration')).body).toMatchObject({ revision: 0 });
    await again.stop();
  });
});
