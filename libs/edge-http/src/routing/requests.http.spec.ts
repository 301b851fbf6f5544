import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PreviewPrompt, RestoreVersion, SaveConfiguration } from '@palimpsest/application';
import { Refusal } from '@palimpsest/domain';
import { ask, withJson } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

let served: Served;
let answer: (message: object) => unknown = () => ({});
beforeAll(async () => {
  served = await serve((message) => answer(message));
});
afterAll(() => served.close());

const change = { base_revision: 0, overrides: {} };

describe('a body', () => {
  const refusals: [string, Parameters<typeof ask>[2], number, string][] = [
    ['of text', { ...withJson('PUT', '{}'), headers: { 'content-type': 'text/plain' } }, 415, 'not_json'],
    [
      'in latin1',
      { ...withJson('PUT', '{}'), headers: { 'content-type': 'application/json;charset=latin1' } },
      415,
      'not_json',
    ],
    ['without a type', { method: 'PUT', body: '{}' }, 415, 'not_json'],
    ['with a type that is none', { method: 'PUT', headers: { 'content-type': 'json' }, body: '{}' }, 415, 'not_json'],
    ['that is missing', { method: 'PUT' }, 400, 'malformed_json'],
    ['that is empty', withJson('PUT', ''), 400, 'malformed_json'],
    ['that is cut', withJson('PUT', '{"a"'), 400, 'malformed_json'],
    ['that is too large', withJson('PUT', `"${'x'.repeat(10_000_000)}"`), 413, 'body_too_large'],
  ];
  test.each(refusals)('%s is refused', async (_, asked, status, code) => {
    const { json, headers } = await ask(served.url, '/v1/configuration', asked);
    expect(json).toMatchObject({ status, code, instance: headers['x-request-id'] });
  });

  test('of deep nesting is refused by its shape', async () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    const { status, json } = await ask(served.url, '/v1/defaults/restore', withJson('POST', deep));
    expect([status, json['code']]).toEqual([422, 'validation_failed']);
  });

  test('S16 an own __proto__ reaches the rules and is an unknown key', async () => {
    for (const configuration of ['{"__proto__":{}}', '{"skills":{"__proto__":{"description":"d","body":""}}}']) {
      const draft = `{"role":"worker","variables":[],"configuration":${configuration}}`;
      await ask(served.url, '/v1/preview', withJson('POST', draft));
      const { parsed } = served.executed.at(-1) as PreviewPrompt;
      expect(parsed.request).toBeNull();
      expect(parsed.draft?.faults).toMatchObject([
        { code: 'unknown_key', path: expect.stringMatching(/^\/configuration.*__proto__$/) },
      ]);
    }
  });
});

describe('a save', () => {
  test.each([
    [true, 201],
    [false, 200],
  ])('S15 stored: %s answers %i', async (stored, status) => {
    answer = () => ({ saved: { revision: 1 }, stored });
    const got = await ask(served.url, '/v1/configuration', withJson('PATCH', change));
    expect([got.status, got.json]).toEqual([status, { revision: 1 }]);
    const { source, parsed, caller } = served.executed.at(-1) as SaveConfiguration;
    expect(source).toEqual({ method: 'PATCH', path: '/v1/configuration', body: change });
    const local = { actor: 'local', role: 'admin', session: null, origin: 'tool', client: null };
    expect([parsed.form, caller]).toEqual(['change', { ...local, request_id: got.headers['x-request-id'] }]);
  });

  test('X2 what a client says of itself is kept apart, and is never the actor', async () => {
    const headers = { 'content-type': 'application/json', 'user-agent': `admin; ${'x'.repeat(500)}`, actor: 'root' };
    await ask(served.url, '/v1/configuration', { ...withJson('PATCH', change), headers });
    const { actor, role, client } = (served.executed.at(-1) as SaveConfiguration).caller;
    expect([actor, role, client]).toEqual(['local', 'admin', `admin; ${'x'.repeat(193)}`]);
  });

  test('from a page of the server itself is the panel’s', async () => {
    const page = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    await ask(served.url, '/v1/configuration', { ...withJson('PATCH', change), headers: page });
    expect((served.executed.at(-1) as SaveConfiguration).caller.origin).toBe('panel');
  });

  test('all faults of path, query and body are told at once', async () => {
    const asked = withJson('POST', { base_revision: -1, more: 1 });
    const { status, json } = await ask(served.url, '/v1/versions/2abc/restore?x=1&x=2', asked);
    expect(status).toBe(422);
    expect(
      (json['errors'] as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`).sort(),
    ).toEqual(['/base_revision invalid_field', '/more unknown_key', 'revision invalid_field', 'x unknown_key']);
  });

  test('S11 a refusal keeps its members beside those of a problem', async () => {
    answer = () => {
      throw new Refusal('stale_revision', 'changed since', { current: { revision: 2 }, merged: null, status: 1 });
    };
    const { status, json } = await ask(served.url, '/v1/versions/1/restore', withJson('POST', { base_revision: 1 }));
    expect(served.executed.at(-1)).toBeInstanceOf(RestoreVersion);
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'stale_revision', status: 409, current: { revision: 2 }, merged: null });
    expect(json['type']).toBe('urn:palimpsest:problem:stale_revision');
  });
});

describe('an error inside', () => {
  test('is answered with nothing about the inside, and reported under the request’s id', async () => {
    answer = () => {
      throw new Error('the text of a prompt in /srv/data');
    };
    const asked = { headers: { 'x-request-id': 'my-id:1' } };
    const { status, headers, text, json } = await ask(served.url, '/v1/configuration', asked);
    expect([status, headers['x-request-id'], json['instance'], json['code']]).toEqual([
      500,
      'my-id:1',
      'my-id:1',
      'internal',
    ]);
    const reported = JSON.stringify(served.reports);
    expect(reported).toContain('"request":"my-id:1"');
    for (const told of [text, reported]) expect(told).not.toMatch(/prompt in|srv/);
  });

  test('an ill-formed request id is replaced', async () => {
    const { headers } = await ask(served.url, '/healthz', { headers: { 'x-request-id': 'a b' } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('access', () => {
  test.each(['/healthz', '/nowhere', '/v1/configuration', '/docs'])('a foreign Host is refused at %s', async (path) => {
    const { status, json } = await ask(served.url, path, { headers: { host: 'evil.example' } });
    expect([status, json['code']]).toEqual([403, 'forbidden']);
  });

  test('a foreign Origin is refused before anything is done', async () => {
    const before = served.executed.length;
    const page = { 'content-type': 'application/json', origin: 'http://evil.example' };
    const { status } = await ask(served.url, '/v1/configuration', { ...withJson('PUT', change), headers: page });
    expect([status, served.executed.length]).toEqual([403, before]);
  });
});
