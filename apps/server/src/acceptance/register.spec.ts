import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, bearer, me } from '../../test/asking.ts';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';
import { Tokens } from '../../test/tokens.ts';

const tokens = new Tokens();
let server: ServerProcess;
let host: string;
let editor: string;
beforeAll(async () => {
  host = (await tokens.create('host')).token;
  editor = (await tokens.create('editor')).token;
  server = await tokens.serve();
});
afterAll(() => tokens.remove());

const register = (body: object, by = host) =>
  ask(`${server.url}/v1/sessions`, { method: 'POST', headers: bearer(by), body });
const DAY_SECONDS = 86_400;

describe('POST /v1/sessions gives a Session a token of its own (X3)', () => {
  it.each([
    [60, { ttl_seconds: 60 }],
    [30 * DAY_SECONDS, { ttl_seconds: 30 * DAY_SECONDS }],
    [DAY_SECONDS, {}],
  ])('which ends %i seconds later', async (seconds, ttl) => {
    const before = Math.floor(Date.now() / 1000) + seconds;
    const { status, body } = await register({ session: 'executor', role: 'worker', ...ttl });
    const after = Math.floor(Date.now() / 1000) + seconds;
    expect([status, body['session'], body['role']]).toEqual([201, 'executor', 'worker']);
    const expires = Date.parse(String(body['expires'])) / 1000;
    expect(expires >= before && expires <= after).toBe(true);
    expect((await me(server.url, String(body['token']))).body).toMatchObject({
      actor: 'session executor',
      role: 'worker',
      session: 'executor',
      login: 'token',
    });
  });

  it.each([59, 30 * DAY_SECONDS + 1, 0, -1, 60.5, '60', null])('refuses to last %j seconds', async (ttl_seconds) => {
    const { status, body } = await register({ session: 'executor', role: 'worker', ttl_seconds });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ path: '/ttl_seconds', code: 'invalid_field' }]);
  });

  it('refuses another role than that of its first use (U5)', async () => {
    const first = { role: 'worker', variables: [] };
    const prompt = { method: 'POST', headers: bearer(host), body: first };
    expect((await ask(`${server.url}/v1/sessions/used/prompt`, prompt)).status).toBe(200);
    expect(await register({ session: 'used', role: 'orchestrator' })).toMatchObject({
      status: 409,
      body: { code: 'role_mismatch', role: 'worker' },
    });
    expect((await register({ session: 'used', role: 'worker' })).status).toBe(201);
  });

  it('is for hosts, and names who may (X1)', async () => {
    const refused = await register({ session: 'executor', role: 'worker' }, editor);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', roles: ['host', 'admin'] } });
  });

  it('has no token to give without a tokens file', async () => {
    const data = dataFolder();
    const open = await startProcess(data.path);
    const body = { session: 'executor', role: 'worker' };
    const told = await ask(`${open.url}/v1/sessions`, { method: 'POST', body });
    await open.stop();
    data.remove();
    expect([told.status, told.body]).toEqual([201, { ...body, token: null, expires: null }]);
  });
});
