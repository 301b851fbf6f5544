import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runMain } from '../test/run-main.ts';
import { dataFolder } from '../test/server-process.ts';
import { slowSave } from '../test/slow-save.ts';

let folder: ReturnType<typeof dataFolder>;
let server: ReturnType<typeof runMain>;
beforeEach(() => {
  folder = dataFolder();
  server = runMain({ PALIMPSEST_DATA: folder.path });
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  folder.remove();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('standard output says where it listens, and nothing else; SIGINT ends it with 0', async () => {
  const url = await server.listening();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, out: `listening on ${url}\n` });
});

test('SIGTERM: a save under way is answered and kept, event streams are ended, nobody new is let in', async () => {
  const url = await server.listening();
  const streams = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/v1/changes`)));
  const save = slowSave(url);
  await pause(200);
  const begun = Date.now();
  server.child.kill('SIGTERM');
  await Promise.all(streams.map((stream) => stream.text()));
  await pause(200);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  save.finish();
  expect(await save.answered).toMatchObject({ status: 201, text: expect.stringContaining('"revision":1') });
  expect((await server.ended).code).toBe(0);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test('SIGTERM: a request that never becomes whole does not hold the end up', async () => {
  const url = await server.listening();
  const save = slowSave(url);
  save.answered.catch(() => undefined);
  await pause(200);
  const begun = Date.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
}, 15_000);

test('a second signal ends it at once', async () => {
  const url = await server.listening();
  const save = slowSave(url);
  save.answered.catch(() => undefined);
  await pause(200);
  server.child.kill('SIGTERM');
  await pause(200);
  const begun = Date.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).not.toBe(0);
  expect(Date.now() - begun).toBeLessThan(2_000);
});

test('SIGHUP, which a closed terminal sends more than once: as SIGTERM', async () => {
  const url = await server.listening();
  const save = slowSave(url);
  await pause(200);
  server.child.kill('SIGHUP');
  await pause(200);
  server.child.kill('SIGHUP');
  await pause(200);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  save.finish();
  expect((await save.answered).status).toBe(201);
  expect((await server.ended).code).toBe(0);
});

test('a log that cannot be written any more, as that of a closed terminal, is no reason to end', async () => {
  const url = await server.listening();
  server.child.stderr.destroy();
  for (let count = 0; count < 3; count += 1) expect((await fetch(`${url}/v1/views/none/rebuild`)).status).toBe(405);
  expect((await fetch(`${url}/v1/views/versions/rebuild`, { method: 'POST' })).status).toBeLessThan(300);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
