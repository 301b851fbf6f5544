import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authenticator, LOGIN_SECONDS, TokenFollower } from '@palimpsest/access';
import { ask } from '../../test/asking.ts';
import { Browser } from '../../test/browser.ts';
import { ProviderProcess } from '../../test/open-id-provider.ts';
import { Tokens } from '../../test/tokens.ts';

const HOME = 'http://prompts.example';
const CALLBACK = `${HOME}/login/oidc/callback`;
const ROLES = { claim: 'groups', admin: ['ops'], editor: ['prompt-editors'], auditor: ['audit'] };
const PAGE = { 'sec-fetch-site': 'same-origin' };

const tokens = new Tokens();
const provider = new ProviderProcess(CALLBACK);
let known: Map<string, string>;
beforeAll(async () => {
  await tokens.create('admin');
  await provider.start();
  const server = await tokens.serve({
    PALIMPSEST_PUBLIC_URL: HOME,
    PALIMPSEST_OIDC_ISSUER: provider.issuer,
    PALIMPSEST_OIDC_CLIENT_ID: 'palimpsest',
    PALIMPSEST_OIDC_CLIENT_SECRET: 'a secret of this test',
    PALIMPSEST_OIDC_ROLES: JSON.stringify(ROLES),
  });
  known = new Map([[HOME, server.url]]);
});
afterAll(async () => {
  await provider.stop();
  await tokens.remove();
});

const browser = () => new Browser(known);
/** From the login page to the provider's answer, which is not opened yet. */
const begin = (person: Browser, account: string) =>
  person.follow(`${HOME}/login/oidc`, CALLBACK, { 'x-account': account });
async function signIn(account: string) {
  const person = browser();
  const told = await person.go(await begin(person, account));
  return { person, told };
}
const whoIs = async (person: Browser) => (await person.go(`${HOME}/v1/me`, { headers: PAGE })).body;
const NOT_SIGNED_IN = { status: 401, body: { code: 'unauthenticated' } };

describe('signing in with OpenID Connect, at a real provider', () => {
  it('goes by code with PKCE, state and nonce, and leads on with a page that needs nothing from elsewhere', async () => {
    const person = browser();
    const start = await person.go(`${HOME}/login/oidc`);
    const asked = start.next?.searchParams;
    expect(start.next?.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(String(asked?.get(name)).length).toBeGreaterThan(30);
    expect(start.cookies).toEqual([
      expect.stringMatching(/^palimpsest-oidc=.*; Path=\/login\/oidc; HttpOnly; SameSite=Lax$/),
    ]);
    const told = await person.go(await person.follow(String(start.next), CALLBACK, { 'x-account': 'ada' }));
    expect(told.status).toBe(200);
    expect(told.headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': expect.anything() });
    expect(told.cookies[0]).toMatch(/^palimpsest=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it.each([
    ['ada', 'Ada Lovelace', 'editor', 'a value of a list'],
    ['olga', 'olga', 'admin', 'a single text'],
    ['bob', 'Bob', 'admin', 'the strongest of several'],
    ['kim', 'kim@example.org', 'auditor', 'a mail address for a name'],
  ])('%s is %s, %s: %s', async (account, actor, role) => {
    const { person } = await signIn(account);
    expect(await whoIs(person)).toMatchObject({ actor, role, session: null, login: 'oidc' });
  });

  it.each(['eve', 'max'])('%s, whom no value gives a role, is refused', async (account) => {
    const { person, told } = await signIn(account);
    expect(told).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(person.cookie(HOME, 'palimpsest')).toBeNull();
  });

  it('makes a name fit that would break a line or is too long', async () => {
    const { person } = await signIn('odd');
    expect(String((await whoIs(person))['actor'])).toMatch(/^\[31m👩{2,}$/u);
  });

  it('puts the name of the person on what they save (X2)', async () => {
    const { person } = await signIn('ada');
    const body = { base_revision: 0, sections: { delivery: { text: 'Ship small changes.' } } };
    const saved = await person.go(`${HOME}/v1/configuration`, { method: 'PATCH', headers: PAGE, body });
    expect(saved).toMatchObject({ status: 201, body: { actor: 'Ada Lovelace', origin: 'panel' } });
    const version = await person.go(`${HOME}/v1/versions/1`, { headers: PAGE });
    expect(version.body).toMatchObject({ actor: 'Ada Lovelace' });
  });
});

describe('what is no answer to what was begun in this browser lets nobody in', () => {
  const refused = async (person: Browser, address: URL | string) => {
    expect(await person.go(address)).toMatchObject(NOT_SIGNED_IN);
    expect(person.cookie(HOME, 'palimpsest')).toBeNull();
  };

  it('an answer without the cookie of its start', async () => {
    await refused(browser(), await begin(browser(), 'ada'));
  });

  it('an answer that another browser began (a foreign state)', async () => {
    const mallory = await begin(browser(), 'olga');
    const victim = browser();
    await victim.go(`${HOME}/login/oidc`);
    await refused(victim, mallory);
  });

  it('an answer to an earlier start (a stale state), and one that was used', async () => {
    const person = browser();
    const first = await begin(person, 'ada');
    const kept = person.cookie(HOME, 'palimpsest-oidc');
    await person.go(`${HOME}/login/oidc`);
    await refused(person, first);
    person.set(HOME, 'palimpsest-oidc', kept ?? '');
    expect((await person.go(first)).status).toBe(200);
    const again = browser();
    again.set(HOME, 'palimpsest-oidc', kept ?? '');
    await refused(again, first);
  });

  it('a changed or missing code, state or issuer', async () => {
    for (const name of ['code', 'state', 'iss'])
      for (const value of ['x', null]) {
        const person = browser();
        const answer = await begin(person, 'ada');
        if (value === null) answer.searchParams.delete(name);
        else answer.searchParams.set(name, value);
        await refused(person, answer);
      }
  });

  it("the provider's own refusal, which is told by its code alone", async () => {
    const person = browser();
    const answer = await begin(person, 'nobody');
    expect(answer.searchParams.get('error')).toBe('access_denied');
    const told = await person.go(answer);
    expect(told).toMatchObject(NOT_SIGNED_IN);
    expect(told.body['detail']).toContain('The provider answered "access_denied"');
    expect(told.text).not.toContain('Not <today>');
  });
});

describe('a login', () => {
  it('ends with signing out', async () => {
    const { person } = await signIn('ada');
    expect((await person.go(`${HOME}/logout`, { method: 'POST', headers: PAGE })).status).toBe(204);
    expect(await whoIs(person)).toMatchObject({ code: 'unauthenticated' });
  });

  it('ends by itself', async () => {
    const follower = new TokenFollower(tokens.file, () => undefined);
    await follower.start();
    const status = async (ago: number) => {
      const authenticator = new Authenticator(follower, 'default', () => Date.now() - ago);
      const login = await authenticator.login({ actor: 'Ada', role: 'editor', token: null, login: 'oidc' });
      const headers = { ...PAGE, cookie: `palimpsest=${login}` };
      return (await ask(`${known.get(HOME) ?? ''}/v1/me`, { headers })).status;
    };
    const found = [await status(0), await status(LOGIN_SECONDS * 1000 - 60_000), await status(LOGIN_SECONDS * 1000)];
    await follower.stop();
    expect(found).toEqual([200, 200, 401]);
  });
});

describe('a provider that cannot be reached', () => {
  const GONE = expect.stringContaining('The provider cannot be reached');

  it('is told where it went away meanwhile, and signing in works when it is back', async () => {
    const person = browser();
    const answer = await begin(person, 'ada');
    await provider.stop();
    expect(await person.go(answer)).toMatchObject({ status: 401, body: { detail: GONE } });
    await provider.start();
    expect(await whoIs((await signIn('ada')).person)).toMatchObject({ actor: 'Ada Lovelace' });
  });

  it('does not hold up the start of the server, and is found when it comes', async () => {
    await provider.stop();
    const server = await tokens.serve({
      PALIMPSEST_PUBLIC_URL: HOME,
      PALIMPSEST_OIDC_ISSUER: provider.issuer,
      PALIMPSEST_OIDC_CLIENT_ID: 'palimpsest',
      PALIMPSEST_OIDC_CLIENT_SECRET: 'a secret of this test',
      PALIMPSEST_OIDC_ROLES: JSON.stringify(ROLES),
    });
    known.set(HOME, server.url);
    const refused = await browser().go(`${HOME}/login/oidc`);
    expect(refused).toMatchObject({ status: 401, next: null, body: { detail: GONE } });
    await provider.start();
    expect(await whoIs((await signIn('kim')).person)).toMatchObject({ role: 'auditor' });
  });
});
