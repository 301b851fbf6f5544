import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { runMain } from '../test/run-main.ts';
import { dataFolder } from '../test/server-process.ts';

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

const body = JSON.stringify({ base_revision: 0, sections: { delivery: { text: 'Ship small changes.' } } });

/** A save whose body stays incomplete until `finish`. */
function slowSave(url: string) {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const sent = request(`${url}/v1/configuration`, { method: 'PATCH', headers });
  sent.write(body.slice(0, 10));
  const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode, text });
      });
    });
  });
  return { answered, finish: () => sent.end(body.slice(10)) };
}
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
