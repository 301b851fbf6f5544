import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { StoredEvent } from '@palimpsest/domain';
import { ChangeStreams } from './change-streams.ts';
import { ask } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

let served: Served;
beforeEach(async () => {
  served = await serve();
});
afterEach(() => served.close());

const digest = `sha256:${'a'.repeat(64)}`;
const saved: StoredEvent = {
  id: 'e1',
  stream: 'prompts-default',
  revision: 0n,
  position: 9n,
  type: 'OverrideSaved',
  schema: 1,
  data: {
    revision: 1,
    predecessor: 0,
    predecessor_digest: null,
    timestamp: '2026-12-01T09:30:00.000Z',
    origin: 'tool',
    actor: 'local',
    message: 'why',
    kind: 'saved',
    restored_from: null,
    request: null,
    release: 1,
    entries: { 'runtime/work': { digest, base: digest } },
    texts: { [digest]: 'the text of a prompt' },
    digest,
    bytes: 20,
    changed: ['runtime/work'],
    removed: [],
    dropped: [],
    warnings: [],
    limit: 1000,
    request_id: null,
  },
};

async function follow(headers: Record<string, string> = {}) {
  const response = await fetch(`${served.url}/v1/changes`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  expect(await next()).toContain('retry:');
  const [subscription] = served.subscriptions;
  if (subscription === undefined || reader === undefined) throw new Error('nothing follows the log');
  return { response, reader, next, subscription };
}

test('a version is told with its position and without any text', async () => {
  const { response, next, subscription, reader } = await follow();
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await subscription.onEvent({ ...saved, stream: 'prompts-default2' });
  await subscription.onEvent(saved);
  const message = (await next()) ?? '';
  expect(message).toMatch(/^event: version\nid: 9\ndata: \{"revision":1,.*"changed":\["runtime\/work"\]\}\n\n$/);
  expect(message).not.toContain('the text of a prompt');
  await reader.cancel();
});

test.each([
  ['without an id, it begins at the end of the log', {}, 7n],
  ['Last-Event-ID resumes after it', { 'last-event-id': '3' }, 3n],
  ['an id of another log does not hide what comes', { 'last-event-id': '99' }, 7n],
])('%s', async (_, headers, after) => {
  const { subscription, reader } = await follow(headers);
  expect(subscription.after).toBe(after);
  await reader.cancel();
});

test('an id that is none is refused', async () => {
  const { status, json } = await ask(served.url, '/v1/changes', { headers: { 'last-event-id': 'x' } });
  expect(status).toBe(422);
  expect(json['errors']).toEqual([expect.objectContaining({ path: 'last-event-id', code: 'invalid_field' })]);
});

test('a reader that leaves ends its subscription', async () => {
  const { reader } = await follow();
  await reader.cancel();
  while (served.subscriptions.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('at the end of the server all streams end, and none begins', async () => {
  const { next } = await follow();
  served.app.get(ChangeStreams).endAll();
  expect(await next()).toBeUndefined();
  expect((await ask(served.url, '/v1/changes')).text).toBe('');
});
