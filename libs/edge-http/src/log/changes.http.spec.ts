import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LogError, problem, type ProblemCode } from '@palimpsest/application';
import { UnreadableEvent, type StoredEvent } from '@palimpsest/domain';
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
  let read = '';
  /** The next message, or undefined at the end. */
  const next = async () => {
    while (!read.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return undefined;
      read += value;
    }
    const [message = '', ...more] = read.split('\n\n');
    read = more.join('\n\n');
    return `${message}\n\n`;
  };
  expect(await next()).toContain('retry: 2000');
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

describe('an id beyond the end of the log is told with a reset, then what follows', () => {
  test('whose id is the end', async () => {
    const { next, subscription, reader } = await follow({ 'last-event-id': '99' });
    expect(await next()).toBe('event: reset\nid: 7\ndata: {"position":"7"}\n\n');
    expect(subscription.after).toBe(7n);
    await subscription.onEvent(saved);
    expect(await next()).toMatch(/^event: version\nid: 9\n/);
    await reader.cancel();
  });

  test('of an empty log it is 0, which is told no second time', async () => {
    served.log.end = () => Promise.resolve(null);
    const { next, subscription, reader } = await follow({ 'last-event-id': '99' });
    expect(await next()).toBe('event: reset\nid: 0\ndata: {"position":"0"}\n\n');
    expect(subscription.after).toBeNull();
    await reader.cancel();
    while (served.subscriptions.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const again = await follow({ 'last-event-id': '0' });
    expect(again.subscription.after).toBe(0n);
    await again.subscription.onEvent(saved);
    expect(await again.next()).toMatch(/^event: version\nid: 9\n/);
    await again.reader.cancel();
  });

  test.each(['7', '3', '0'])('an id of this log is no reason: %s', async (id) => {
    const { next, subscription, reader } = await follow({ 'last-event-id': id });
    await subscription.onEvent(saved);
    expect(await next()).toMatch(/^event: version\n/);
    await reader.cancel();
  });
});

test.each<[string, ProblemCode, Error]>([
  ['a store', 'store_unavailable', new LogError('store_unavailable', 'connection to /var/secret refused')],
  ['an event', 'store_unavailable', new UnreadableEvent(saved, 'the text of a prompt is no text')],
  ['anything else', 'internal', new Error('the text of a prompt')],
])(
  'a log that cannot be followed is reported, and told to the reader without the inside, for a fault of %s',
  async (_, code, fault) => {
    const { next, subscription } = await follow();
    subscription.onStopped?.(fault, saved);
    const last = (await next()) ?? '';
    expect(last).toMatch(/^retry: 30000\nevent: error\ndata: /);
    expect(JSON.parse(/^data: (.*)$/m.exec(last)?.[1] ?? '')).toEqual({ code, title: problem(code, '').title });
    expect(await next()).toBeUndefined();
    expect(served.reports).toEqual([
      { event: 'changes_stopped', details: { error: expect.objectContaining({ name: fault.name }) } },
    ]);
  },
);

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

test('what the log tells of a stream that has ended is no fault', async () => {
  const { subscription, next } = await follow();
  served.app.get(ChangeStreams).endAll();
  await subscription.onEvent(saved);
  subscription.onStopped?.(new LogError('log_closed', 'closed'));
  expect(await next()).toBeUndefined();
  expect(served.reports).toEqual([]);
});
