import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bearer } from '../../test/asking.ts';
import { startProcess, type ServerProcess } from '../../test/server-process.ts';
import { Tokens } from '../../test/tokens.ts';

const tokens = new Tokens();
const data = mkdtempSync(join(tmpdir(), 'palimpsest-open-'));
let open: ServerProcess;
let guarded: ServerProcess;
let editor: string;
let cookie: string;
beforeAll(async () => {
  editor = (await tokens.create('editor', 'Ada')).token;
  [open, guarded] = await Promise.all([startProcess(data), tokens.serve()]);
  const login = await ask(`${guarded.url}/login`, { method: 'POST', body: { token: editor } });
  cookie = login.cookies[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await open.stop();
  await tokens.remove();
  rmSync(data, { recursive: true });
});

const revision = async () =>
  (await ask(`${guarded.url}/v1/configuration`, { headers: bearer(editor) })).body['revision'];
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
const PLAIN = { 'content-type': 'text/plain' };
const SAVE = JSON.stringify({ base_revision: 0, sections: { delivery: { text: 'x' } } });

/** With and without tokens; what has a valid token is refused all the same. */
const modes = [
  ['without tokens', () => ({ url: open.url, headers: {} as Record<string, string> })],
  ['with a valid token', () => ({ url: guarded.url, headers: bearer(editor) })],
] as const;

describe.each(modes)('%s, what a page of another site can make a browser send is refused', (_, mode) => {
  it.each([
    ['a foreign Host', { host: 'evil.example' }],
    ['a foreign Host with the port', { host: 'evil.example:4004' }],
    ['the Origin of another site', { origin: 'https://evil.example' }],
    ['Origin: null', { origin: 'null' }],
  ])('%s', async (_what, more) => {
    const { url, headers } = mode();
    for (const path of ['/v1/configuration', '/v1/changes', '/login', '/healthz', '/nothing']) {
      const told = await ask(url + path, { headers: { ...headers, ...more } });
      expect([path, told.status, told.body['code']]).toEqual([path, 403, 'forbidden']);
    }
  });

  it.each([
    ['urlencoded', URLENCODED, `${SAVE}=`],
    ['text/plain', PLAIN, SAVE],
  ])('a form of another site, %s', async (_what, type, body) => {
    const { url, headers } = mode();
    for (const path of ['/v1/defaults/restore', '/v1/sessions', '/login', '/logout']) {
      const post = (more: object) =>
        ask(url + path, { method: 'POST', body, headers: { ...headers, ...type, ...more } });
      expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
      // What says no Origin is no form of a browser, and still no JSON.
      expect((await post({})).status).toBe(415);
    }
  });
});

describe('the cookie of a login is for pages of this server', () => {
  const get = (site: string | null, method = 'GET') =>
    ask(`${guarded.url}/v1/me`, { method, headers: { cookie, ...(site === null ? {} : { 'sec-fetch-site': site }) } });
  const save = async (site: string | null, path = '/v1/configuration') =>
    ask(guarded.url + path, {
      method: 'PATCH',
      body: { base_revision: await revision(), sections: { delivery: { text: 'x' } } },
      headers: { cookie, ...(site === null ? {} : { 'sec-fetch-site': site }) },
    });

  it.each([null, 'cross-site', 'same-site', 'nothing', ''])(
    'refused to read or save with Sec-Fetch-Site %s',
    async (site) => {
      const before = await revision();
      expect((await get(site)).body).toMatchObject({ status: 403, code: 'forbidden' });
      expect((await save(site)).body).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await revision()).toBe(before);
    },
  );

  it('opened by a person (none): reads, and saves nothing', async () => {
    expect((await get('none')).body).toMatchObject({ actor: 'Ada', login: 'cookie' });
    expect((await get('none', 'HEAD')).status).toBe(200);
    expect((await save('none')).body).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('sent by a page of this server: reads and saves, as the person, from the panel', async () => {
    expect((await get('same-origin')).body).toMatchObject({ actor: 'Ada', role: 'editor', login: 'cookie' });
    expect(await save('same-origin')).toMatchObject({ status: 201, body: { actor: 'Ada', origin: 'panel' } });
  });

  it('beside a token that is none, it lets nobody in', async () => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...bearer('plm_none') };
    expect((await ask(`${guarded.url}/v1/me`, { headers })).status).toBe(401);
  });
});

describe('who is unknown is told nothing of what there is (X1)', () => {
  it('the same answer under every path and method, however often, with the way to be let in', async () => {
    const asked = ['/v1/configuration', '/v1/sessions/none', '/v1/nothing', '/nothing', '//', '/docs', '/openapi.json'];
    for (const path of asked)
      for (const method of ['GET', 'PUT', 'POST', 'HEAD']) {
        const told = await ask(guarded.url + path, { method });
        expect([path, told.status]).toEqual([path, 401]);
        if (method !== 'HEAD') expect(told.body['code']).toBe('unauthenticated');
        expect(told.headers['www-authenticate']).toBe('Bearer realm="palimpsest"');
      }
  });
});
