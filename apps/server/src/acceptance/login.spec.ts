import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bearer, eventually, me } from '../../test/asking.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { Tokens } from '../../test/tokens.ts';

const tokens = new Tokens();
let server: ServerProcess;
let editor: { id: string; token: string };
beforeAll(async () => {
  editor = await tokens.create('editor', 'Ada');
  server = await tokens.serve();
});
afterAll(() => tokens.remove());

const login = (url: string, token: string) => ask(`${url}/login`, { method: 'POST', body: { token } });
const page = (cookie: string) => ({ cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' });
const whoIs = (cookie: string) => ask(`${server.url}/v1/me`, { headers: page(cookie) });

describe('signing in with a token', () => {
  it('gives a cookie that no script reads and no other site sends; signing out clears it', async () => {
    const signedIn = await login(server.url, editor.token);
    expect([signedIn.status, signedIn.text]).toEqual([204, '']);
    const [cookie = ''] = signedIn.cookies;
    expect(cookie).toMatch(/^palimpsest=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(editor.token);
    expect((await whoIs(cookie)).body).toMatchObject({ actor: 'Ada', role: 'editor', session: null, login: 'cookie' });
    const signedOut = await ask(`${server.url}/logout`, { method: 'POST', headers: page(cookie) });
    expect(signedOut.status).toBe(204);
    expect(signedOut.cookies).toEqual(['palimpsest=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    expect((await ask(`${server.url}/v1/me`, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(401);
  });

  it('under an https address, the browser holds the cookie to this host and to TLS', async () => {
    const published = await tokens.serve({ PALIMPSEST_PUBLIC_URL: 'https://prompts.example' });
    const { cookies } = await login(published.url, editor.token);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-palimpsest=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    // A proxy in front of it passes the public name on.
    const headers = { ...page(cookies[0] ?? ''), host: 'prompts.example', origin: 'https://prompts.example' };
    expect((await ask(`${published.url}/v1/me`, { headers })).body).toMatchObject({ login: 'cookie' });
    const plain = page(cookies[0]?.replace('__Host-', '') ?? '');
    expect((await ask(`${published.url}/v1/me`, { headers: plain })).status).toBe(401);
  });

  it('ends with the token (X4)', async () => {
    const { id, token } = await tokens.create('auditor');
    await eventually(async () => (await me(server.url, token)).status === 200);
    const [cookie = ''] = (await login(server.url, token)).cookies;
    expect((await whoIs(cookie)).status).toBe(200);
    await tokens.revoke(id);
    await eventually(async () => (await whoIs(cookie)).status !== 200);
  });

  it("takes no Session's token, which is its host's", async () => {
    const admin = await tokens.create('admin');
    await eventually(async () => (await me(server.url, admin.token)).status === 200);
    const body = { session: 's', role: 'worker' };
    const made = await ask(`${server.url}/v1/sessions`, { method: 'POST', headers: bearer(admin.token), body });
    expect(await login(server.url, String(made.body['token']))).toMatchObject({ status: 401, cookies: [] });
  });
});

describe('failed tries', () => {
  it('of one address are limited, at the login and elsewhere; who has a valid token is let in all the same', async () => {
    const limited = await tokens.serve();
    for (const attempt of [() => login(limited.url, 'plm_guess'), () => me(limited.url, 'plm_guess')]) {
      const told = [];
      for (let n = 0; n < 30; n += 1) told.push(await attempt());
      expect(told.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401));
      const last = told.at(-1);
      expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' }, cookies: [] });
      expect(last?.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(last?.text).not.toContain('plm_guess');
    }
    expect((await me(limited.url, editor.token)).status).toBe(200);
    expect((await login(limited.url, editor.token)).status).toBe(204);
  });
});

describe('PALIMPSEST_RATE', () => {
  it('holds each caller against itself, a Session too, and never whoever asks for health', async () => {
    const [host, other] = [await tokens.create('host'), await tokens.create('host')];
    const { url } = await tokens.serve({ PALIMPSEST_RATE: '1' });
    const body = { session: 's', role: 'worker' };
    const made = await ask(`${url}/v1/sessions`, { method: 'POST', headers: bearer(host.token), body });
    const told = await Promise.all(Array.from({ length: 30 }, () => me(url, host.token)));
    const over = told.filter(({ status }) => status === 429);
    expect(over.length).toBeGreaterThan(0);
    expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const each of over) {
      expect(each.body).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) });
      expect(each.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
    expect((await me(url, other.token)).status).toBe(200);
    expect((await me(url, String(made.body['token']))).status).toBe(200);
    const health = await Promise.all(
      Array.from({ length: 30 }, () => ask(`${url}/healthz`, { headers: bearer(host.token) })),
    );
    expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
