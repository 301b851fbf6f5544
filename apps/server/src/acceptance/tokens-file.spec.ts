import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authenticator, createToken, listTokens, TokenFollower, type Identity } from '@palimpsest/access';
import { ask, bearer, eventually, me } from '../../test/asking.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import { Tokens } from '../../test/tokens.ts';

const tokens = new Tokens();
let one: ServerProcess;
let two: ServerProcess;
let admin: { id: string; token: string };
beforeAll(async () => {
  admin = await tokens.create('admin');
  [one, two] = [await tokens.serve(), await tokens.serve()];
});
afterAll(() => tokens.remove());

/** 429 where an address was refused too often, as a test that asks over and over is. */
const REFUSED = [401, 429];
const on = (server: ServerProcess, token: string) => me(server.url, token).then(({ status }) => status);
const becomes = (statuses: number[], token: string) =>
  eventually(async () => {
    const found = await Promise.all([one, two].map((server) => on(server, token)));
    return found.every((status) => statuses.includes(status));
  });
const readiness = async () => (await ask(`${one.url}/readyz`)) as { status: number; body: { reasons?: string[] } };
const register = (server: ServerProcess, token: string, body: object) =>
  ask(`${server.url}/v1/sessions`, { method: 'POST', headers: bearer(token), body });
/** Resolves when the server ends the stream. */
async function stream(token: string): Promise<Promise<string>[]> {
  const response = await fetch(`${one.url}/v1/changes`, { headers: bearer(token) });
  expect(response.status).toBe(200);
  // In a list, so that it is not waited for with the answer's head.
  return [response.text()];
}

describe('what the tokens file says is in force on every server that follows it (X4)', () => {
  it('a token that is created lets in, and one that is revoked no more, on open streams too', async () => {
    const { id, token } = await tokens.create('auditor', 'Ada');
    await becomes([200], token);
    expect((await me(two.url, token)).body).toMatchObject({ actor: 'Ada', role: 'auditor', login: 'token' });
    const [ended] = await stream(token);
    const [others] = await stream(admin.token);
    await tokens.revoke(id);
    await becomes(REFUSED, token);
    expect(await ended).toContain(': following');
    const still = await Promise.race([others, new Promise((resolve) => setTimeout(resolve, 100, 'open'))]);
    expect(still).toBe('open');
  });

  it('a token ends with its expiry, on open streams too', async () => {
    const { token } = await tokens.ending('editor', 8_000);
    await becomes([200], token);
    const [ended] = await stream(token);
    await becomes(REFUSED, token);
    await ended;
  });

  it('another file that is renamed over it counts, and again the first one', async () => {
    const [kept, other] = [`${tokens.file}.kept`, `${tokens.file}.other`];
    copyFileSync(tokens.file, kept);
    const { token } = await createToken(other, { name: 'elsewhere', role: 'auditor', days: null }, Date.now());
    renameSync(other, tokens.file);
    await becomes([200], token);
    expect(REFUSED).toContain(await on(one, admin.token));
    renameSync(kept, tokens.file);
    await becomes([200], admin.token);
    expect(REFUSED).toContain(await on(one, token));
  });

  it('removed: nobody is let in, readiness says so with 503, health goes on; back again: all goes on', async () => {
    const kept = `${tokens.file}.kept`;
    renameSync(tokens.file, kept);
    await becomes(REFUSED, admin.token);
    const { status, body } = await readiness();
    expect([status, body.reasons?.join()]).toEqual([503, expect.stringContaining('nobody is let in')]);
    expect((await ask(`${one.url}/healthz`)).status).toBe(200);
    renameSync(kept, tokens.file);
    await becomes([200], admin.token);
    expect(await readiness()).toMatchObject({ status: 200, body: { ready: true, reasons: [] } });
  });

  it('damaged: the last good one stays in force, and readiness says so with 200', async () => {
    const text = readFileSync(tokens.file, 'utf8');
    writeFileSync(tokens.file, text.slice(0, -20));
    await eventually(async () => ((await readiness()).body.reasons ?? []).length > 0);
    const { status, body } = await readiness();
    expect([status, body.reasons?.join()]).toEqual([200, expect.stringContaining('the last good one is in force')]);
    expect((await me(one.url, admin.token)).status).toBe(200);
    writeFileSync(tokens.file, text);
    await eventually(async () => ((await readiness()).body.reasons ?? []).length === 0);
  });
});

describe("a Session's token (X3, X4)", () => {
  it('of one server is accepted by the other, and ends with the token of its host, on open streams too', async () => {
    const host = await tokens.create('host');
    await becomes([200], host.token);
    const made = await register(one, host.token, { session: 'main', role: 'orchestrator' });
    expect(made.status).toBe(201);
    const token = String(made.body['token']);
    await becomes([200], token);
    expect((await me(two.url, token)).body).toMatchObject({ actor: 'session main', session: 'main' });
    const [ended] = await stream(token);
    await tokens.revoke(host.id);
    await becomes(REFUSED, token);
    await ended;
  });

  it('ends by itself', async () => {
    const follower = new TokenFollower(tokens.file, () => undefined);
    await follower.start();
    const by: Identity = {
      actor: 'admin',
      role: 'admin',
      session: null,
      login: 'token',
      token: admin.id,
      expires: null,
    };
    const minted = async (ago: number) => {
      const authenticator = new Authenticator(follower, 'default', () => Date.now() - ago);
      return (await authenticator.mintSession(by, 's', 'worker', 60)).token;
    };
    const [good, past] = [await minted(0), await minted(61_000)];
    await follower.stop();
    expect(await on(one, good)).toBe(200);
    expect(REFUSED).toContain(await on(one, past));
  });
});

describe('the last use of a token', () => {
  it('is written when a server stops, and never undoes a revocation of the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => tokens.create('auditor', `user ${String(n)}`)));
    const servers = [await tokens.serve(), await tokens.serve()];
    const before = new Date().toISOString();
    for (const { url } of servers) for (const { token } of made) expect((await me(url, token)).status).toBe(200);
    const stops = servers.map((server) => server.stop());
    expect(await Promise.all([...stops, ...made.map(({ id }) => tokens.revoke(id))])).toContain(0);
    const listed = (await listTokens(tokens.file)).filter(({ id }) => made.some((each) => each.id === id));
    expect(listed).toHaveLength(8);
    for (const { revoked, last_used } of listed) {
      expect(revoked).not.toBeNull();
      expect(String(last_used) >= before).toBe(true);
    }
  });

  it('needs no file: a server whose file was removed stops cleanly and makes none', async () => {
    const other = new Tokens();
    const { token } = await other.create('admin');
    const server = await other.serve();
    expect((await me(server.url, token)).status).toBe(200);
    rmSync(other.file);
    expect(await server.stop()).toBe(0);
    expect(() => readFileSync(other.file)).toThrow();
    await other.remove();
  });
});
