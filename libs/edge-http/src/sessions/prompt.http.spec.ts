import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AssemblePrompt, PreviewPrompt } from '@palimpsest/application';
import { ask, withJson } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

const body = Buffer.from(`"role":"worker","prompt":${JSON.stringify('文'.repeat(30_000))}}`);
let served: Served;
beforeAll(async () => {
  served = await serve((asked) => ({
    head: asked instanceof PreviewPrompt ? {} : { session: (asked as AssemblePrompt).session },
    body,
  }));
});
afterAll(() => served.close());

const request = { role: 'worker', variables: [] };
const local = expect.objectContaining({
  actor: 'local',
  role: 'admin',
  session: null,
  origin: 'tool',
}) as unknown as AssemblePrompt['caller'];

test('P6 the answer is the head and the cached bytes, as one JSON object', async () => {
  const { status, headers, text } = await ask(served.url, '/v1/sessions/s:1/prompt', withJson('POST', request));
  expect([status, text]).toEqual([200, `{"session":"s:1",${body.toString()}`]);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(served.executed.at(-1)).toEqual(new AssemblePrompt(local, 's:1', request as AssemblePrompt['request']));
});

test('P9 a preview is answered from ready bytes too, without a head', async () => {
  const { status, headers, text } = await ask(served.url, '/v1/preview', withJson('POST', request));
  expect([status, text]).toEqual([200, `{${body.toString()}`]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('headers of every answer stand on it too', async () => {
  const asked = withJson('POST', request);
  const headers = { ...asked.headers, 'x-request-id': 'r1' };
  const answered = await ask(served.url, '/v1/sessions/s:1/prompt', { ...asked, headers });
  expect(answered.headers).toMatchObject({ 'x-request-id': 'r1', 'x-content-type-options': 'nosniff' });
});

test('many at once on one connection are answered in order', async () => {
  const sessions = Array.from({ length: 50 }, (_, index) => `s-${String(index)}`);
  const content = JSON.stringify(request);
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${String(content.length)}`;
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  // All are sent before the first is answered.
  socket.write(sessions.map((id) => `POST /v1/sessions/${id}/prompt HTTP/1.1\r\n${head}\r\n\r\n${content}`).join(''));
  let text = '';
  const answered = () => [...text.matchAll(/\{"session":"([^"]+)"/g)].map(([, id]) => id);
  for await (const chunk of socket.setEncoding('utf8')) {
    text += String(chunk);
    if (answered().length === sessions.length) break;
  }
  expect(answered()).toEqual(sessions);
});

test.each([
  ['an unknown key', { ...request, more: 1 }, '/more', 'unknown_key'],
  ['another role', { ...request, role: 'boss' }, '/role', 'invalid_field'],
  [
    'P4 a line break in a name',
    { ...request, variables: [{ name: 'a\nb', value: '' }] },
    '/variables/0/name',
    'invalid_field',
  ],
])('%s is refused by its path', async (_, given, path, code) => {
  const { status, json } = await ask(served.url, '/v1/sessions/a/prompt', withJson('POST', given));
  expect(status).toBe(422);
  expect(json['errors']).toEqual([expect.objectContaining({ path, code })]);
});
