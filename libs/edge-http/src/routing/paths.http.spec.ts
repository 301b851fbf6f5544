import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GetHistory, GetPart } from '@palimpsest/application';
import { ask } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

describe('keys hold slashes, as they are or percent-encoded', () => {
  test.each([
    ['/v1/parts/runtime/handoff/worker', 'runtime/handoff/worker'],
    ['/v1/parts/runtime%2Fhandoff%2fworker', 'runtime/handoff/worker'],
    ['/v1/parts/runtime%2Fhandoff/worker', 'runtime/handoff/worker'],
    ['/v1/parts/team%2Fskill/%E4%B8%AD', 'team/skill/中'],
    ['/v1/parts/a%00b', 'a\0b'],
    ['/v1/parts/%252F', '%2F'],
    ['/v1/parts/../parts', '../parts'],
    ['/v1/parts/runtime/work?', 'runtime/work'],
  ])('%s', async (path, key) => {
    await ask(served.url, path);
    expect(served.executed.at(-1)).toEqual(new GetPart(key));
  });

  test('in a history too', async () => {
    await ask(served.url, '/v1/history/team/skill/x?limit=2');
    expect(served.executed.at(-1)).toEqual(new GetHistory('team/skill/x', { limit: 2 }));
  });
});

test.each([
  '/',
  '/v1',
  '/v1/',
  '/v1/configuration/',
  '/v1//configuration',
  '//v1/configuration',
  '/v1/parts/',
  '/v1/parts/runtime/work/',
  '/v1/parts//work',
  '/v1/sessions//prompt',
  '/v1/%zz',
  '/v1/parts/%ff',
  '/v1/parts/%',
  '/v2/configuration',
  '/V1/configuration',
  '/docs/package.json',
  '/docs/..%2Findex.js',
])('%s is unknown_path', async (path) => {
  const { status, json, headers } = await ask(served.url, path);
  expect(json).toMatchObject({ status: 404, code: 'unknown_path', instance: headers['x-request-id'] });
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('application/problem+json');
});

describe('methods', () => {
  test.each([
    ['DELETE', '/v1/configuration', 'GET, HEAD, PATCH, PUT'],
    ['OPTIONS', '/v1/configuration', 'GET, HEAD, PATCH, PUT'],
    ['HEAD', '/v1/preview', 'POST'],
    ['GET', '/v1/sessions/a/prompt', 'POST'],
    ['POST', '/v1/parts/runtime/work', 'GET, HEAD'],
    ['PROPFIND', '/healthz', 'GET, HEAD'],
    ['QUERY', '/healthz', 'GET, HEAD'],
    ['TRACE', '/healthz', 'GET, HEAD'],
  ])('%s %s is method_not_allowed, with Allow', async (method, path, allow) => {
    const { status, headers, text } = await ask(served.url, path, { method });
    expect([status, headers.allow, headers['content-type']]).toEqual([405, allow, 'application/problem+json']);
    if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed' });
  });

  test.each(['/healthz', '/v1/configuration', '/openapi.json', '/docs', '/v1/changes'])(
    'HEAD %s answers as GET does, without a body',
    async (path) => {
      const { status, text, headers } = await ask(served.url, path, { method: 'HEAD' });
      expect([status, text]).toEqual([200, '']);
      const got = await fetch(served.url + path);
      await got.body?.cancel();
      for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy'])
        expect([name, headers[name] ?? null]).toEqual([name, got.headers.get(name)]);
    },
  );
});

test('an id longer than any of ours reaches its rule', async () => {
  const { json } = await ask(served.url, `/v1/sessions/${'x'.repeat(3000)}`);
  expect(json).toMatchObject({ code: 'validation_failed', errors: [{ path: 'session', code: 'invalid_field' }] });
});

test('an encoded slash makes a Session id ill-formed', async () => {
  const { json } = await ask(served.url, '/v1/sessions/a%2Fb');
  expect(json).toMatchObject({ status: 422, errors: [{ path: 'session', code: 'invalid_field' }] });
});
