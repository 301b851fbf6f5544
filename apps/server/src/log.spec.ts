import { afterAll, expect, test } from '@jest/globals';
import { runMain } from '../test/run-main.ts';
import { dataFolder } from '../test/server-process.ts';

const folder = dataFolder();
afterAll(folder.remove);
const SECRET = 'only-the-team-knows-this';

test('the log is JSON lines, and holds no text, body or path of a request at any level', async () => {
  const server = runMain({ PALIMPSEST_DATA: folder.path, PALIMPSEST_LOG_LEVEL: 'trace' });
  const url = await server.listening();
  const headers = { 'content-type': 'application/json' };
  const send = (method: string, path: string, body: string) => fetch(url + path, { method, headers, body });
  const skills = { review: { description: SECRET, body: SECRET } };
  const saved = await send('PATCH', '/v1/configuration', JSON.stringify({ base_revision: 0, message: SECRET, skills }));
  const variables = [{ name: SECRET, value: SECRET }];
  const given = await send('POST', '/v1/sessions/s1/prompt', JSON.stringify({ role: 'worker', variables }));
  const refused = await send('PATCH', '/v1/configuration', `{"${SECRET}`);
  const unknown = await send('POST', `/v1/${SECRET}`, `{"${SECRET}": 1}`);
  expect([saved, given, refused, unknown].map(({ status }) => status)).toEqual([201, 200, 400, 404]);
  server.child.kill('SIGTERM');
  const { err } = await server.ended;
  expect(err).not.toContain(SECRET);
  for (const line of err.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
});
