import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { Authenticator, LOGIN_SECONDS } from './authenticator.ts';
import type { TokenRole } from './roles.ts';
import { hashOf, newToken, TOKEN_PREFIX } from './secret.ts';
import type { Token, TokensFile } from './tokens-file.ts';

const NOW = Date.parse('2026-12-01T10:00:00.000Z');
const key = () => randomBytes(32).toString('base64url');

function deployment(team = 'a', fileKey = key()) {
  const state = { now: NOW, used: [] as string[], file: { format: 1, key: fileKey, tokens: [] } as TokensFile | null };
  const follower = {
    get current() {
      return state.file;
    },
    used: (id: string) => void state.used.push(id),
  };
  const change = (tokens: (now: readonly Token[]) => Token[]) => {
    if (state.file !== null) state.file = { ...state.file, tokens: tokens(state.file.tokens) };
  };
  const add = (role: TokenRole, fields: Partial<Token> = {}) => {
    const token = newToken();
    const made: Token = {
      id: randomBytes(6).toString('hex'),
      name: `a ${role}`,
      role,
      hash: hashOf(token),
      created: new Date(NOW).toISOString(),
      expires: null,
      revoked: null,
      last_used: null,
      ...fields,
    };
    change((now) => [...now, made]);
    return { token, id: made.id };
  };
  const revoke = (id: string) => {
    change((now) =>
      now.map((each) => (each.id === id ? { ...each, revoked: new Date(state.now).toISOString() } : each)),
    );
  };
  return { state, add, revoke, key: fileKey, authenticator: new Authenticator(follower, team, () => state.now) };
}

describe('a token', () => {
  it('names its actor and role, is noted as used, and has the prefix that scanners know (X1)', async () => {
    const { add, state, authenticator } = deployment();
    const { token, id } = add('editor', { name: 'Ada' });
    expect(token).toMatch(/^plm_[A-Za-z0-9_-]{43}$/);
    expect(await authenticator.bearer(token)).toMatchObject({
      actor: 'Ada',
      role: 'editor',
      session: null,
      login: 'token',
    });
    expect(state.used).toEqual([id]);
  });

  it.each(['', 'plm_', TOKEN_PREFIX + randomBytes(32).toString('base64url'), 'Bearer x', '\u0000', 'x'.repeat(10_000)])(
    'is nobody where it is none that was made: %#',
    async (token) => {
      const { add, authenticator } = deployment();
      add('admin');
      expect(await authenticator.bearer(token)).toBeNull();
    },
  );

  it('lets nobody in once it is revoked, has expired, or is gone from the file, also where it was remembered (X4)', async () => {
    const { add, revoke, state, authenticator } = deployment();
    const [one, two, three] = [add('host'), add('host', { expires: new Date(NOW + 1000).toISOString() }), add('host')];
    const callers = await Promise.all([one, two, three].map(async ({ token }) => authenticator.bearer(token)));
    expect(callers.every((caller) => caller !== null)).toBe(true);
    revoke(one.id);
    state.now = NOW + 1000;
    state.file = state.file && { ...state.file, tokens: state.file.tokens.filter(({ id }) => id !== three.id) };
    for (const { token } of [one, two, three]) expect(await authenticator.bearer(token)).toBeNull();
    for (const caller of callers) expect(caller !== null && authenticator.isStillIn(caller)).toBe(false);
  });

  it('lets nobody in while there is no file', async () => {
    const { add, state, authenticator } = deployment();
    const { token } = add('admin');
    state.file = null;
    expect(await authenticator.bearer(token)).toBeNull();
  });
});

describe("a Session's token (X3)", () => {
  async function minted(seconds = 60) {
    const made = deployment();
    const { token, id } = made.add('host');
    const host = await made.authenticator.bearer(token);
    if (host === null) throw new Error('the host is not let in');
    const session = await made.authenticator.mintSession(host, 's1', 'worker', seconds);
    return { ...made, host: { token, id }, session };
  }

  it('carries its Session and role, and needs no row in the file', async () => {
    const { authenticator, session } = await minted();
    expect(session.token).toMatch(/^plms_/);
    expect(await authenticator.bearer(session.token)).toMatchObject({
      role: 'worker',
      session: 's1',
      actor: 'session s1',
    });
    expect(session.expires).toBe(new Date(NOW + 60_000).toISOString());
  });

  it('ends with its expiry', async () => {
    const { authenticator, session, state } = await minted();
    expect(await authenticator.bearer(session.token)).not.toBeNull();
    state.now = NOW + 59_999;
    expect(await authenticator.bearer(session.token)).not.toBeNull();
    state.now = NOW + 60_000;
    expect(await authenticator.bearer(session.token)).toBeNull();
  });

  it('ends when the token of the host that made it is revoked (X4)', async () => {
    const { authenticator, session, host, revoke } = await minted();
    expect(await authenticator.bearer(session.token)).not.toBeNull();
    revoke(host.id);
    expect(await authenticator.bearer(session.token)).toBeNull();
  });

  it('is accepted by every instance with the same file, and by no other team or key', async () => {
    const { session, key: shared, state } = await minted();
    for (const [team, own, accepted] of [
      ['a', shared, true],
      ['b', shared, false],
      ['a', key(), false],
    ] as const) {
      const other = deployment(team, own);
      other.state.file = other.state.file && { ...other.state.file, tokens: state.file?.tokens ?? [] };
      expect((await other.authenticator.bearer(session.token)) !== null).toBe(accepted);
    }
  });

  it('cannot be made by anyone else: unsigned, of another algorithm, changed, or a login in its place', async () => {
    const { authenticator, session, key: own } = await minted();
    const claims = { sub: 's2', role: 'orchestrator', by: null };
    const exp = Math.floor(NOW / 1000) + 60;
    const unsigned = new UnsecuredJWT(claims).setAudience('palimpsest:a:session').setExpirationTime(exp).encode();
    const other = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .setAudience('palimpsest:a:session')
      .setExpirationTime(exp)
      .sign(Buffer.from(`${own}${own}`, 'base64url'));
    const [head, body, signature] = session.token.slice('plms_'.length).split('.');
    const changed = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object;
    const forged = [head, Buffer.from(JSON.stringify({ ...changed, sub: 's2' })).toString('base64url'), signature].join(
      '.',
    );
    const login = await authenticator.login({ actor: 's2', role: 'admin', token: null, login: 'oidc' });
    for (const token of [unsigned, other, forged, login])
      expect(await authenticator.bearer(`plms_${token}`)).toBeNull();
    expect(await authenticator.cookie(session.token.slice('plms_'.length))).toBeNull();
  });
});

describe('a login', () => {
  it('names the person, and ends with the token that it came from (X4)', async () => {
    const { add, revoke, authenticator } = deployment();
    const { id } = add('editor', { name: 'Ada' });
    const cookie = await authenticator.login({ actor: 'Ada', role: 'editor', token: id, login: 'cookie' });
    expect(await authenticator.cookie(cookie)).toMatchObject({ actor: 'Ada', role: 'editor', login: 'cookie' });
    revoke(id);
    expect(await authenticator.cookie(cookie)).toBeNull();
  });

  it('ends by itself, and is no token', async () => {
    const { state, authenticator } = deployment();
    const cookie = await authenticator.login({ actor: 'Ada', role: 'editor', token: null, login: 'oidc' });
    expect(await authenticator.bearer(cookie)).toBeNull();
    state.now = NOW + LOGIN_SECONDS * 1000 - 1;
    expect(await authenticator.cookie(cookie)).toMatchObject({ login: 'oidc' });
    state.now += 1;
    expect(await authenticator.cookie(cookie)).toBeNull();
  });

  it('is no token once it was let in as a login, nor is a token a login then', async () => {
    const { add, authenticator } = deployment();
    const { token, id } = add('editor');
    const cookie = await authenticator.login({ actor: 'Ada', role: 'editor', token: id, login: 'cookie' });
    expect(await authenticator.cookie(cookie)).not.toBeNull();
    expect(await authenticator.bearer(token)).not.toBeNull();
    expect([await authenticator.bearer(cookie), await authenticator.cookie(token)]).toEqual([null, null]);
  });

  it('is refused where its key went out of force while it was checked', async () => {
    const { state, authenticator } = deployment();
    const cookie = await authenticator.login({ actor: 'Ada', role: 'editor', token: null, login: 'oidc' });
    const checking = authenticator.cookie(cookie);
    state.file = state.file && { ...state.file, key: key() };
    expect(await checking).toBeNull();
    expect(await authenticator.cookie(cookie)).toBeNull();
  });

  it('is let in where only a use was noted while it was checked', async () => {
    const { state, authenticator } = deployment();
    const cookie = await authenticator.login({ actor: 'Ada', role: 'editor', token: null, login: 'oidc' });
    const checking = authenticator.cookie(cookie);
    state.file = state.file && { ...state.file };
    expect(await checking).not.toBeNull();
  });
});
