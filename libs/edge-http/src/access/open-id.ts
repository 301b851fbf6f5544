import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { actorNameFrom, type TokenRole } from '@palimpsest/access';

/** The provider is asked for no longer than a person waits, in seconds. */
const LIMIT_SECONDS = 10;

/** Which values of a claim give which role; the strongest one that a person has counts. */
export interface RoleClaims {
  readonly claim: string;
  readonly admin: readonly string[];
  readonly editor: readonly string[];
  readonly auditor: readonly string[];
}

export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly roles: RoleClaims;
  /** The server's own address, under which the provider sends people back. */
  readonly publicUrl: URL;
}

/** What is kept in the browser while a person is at the provider. */
export interface Started {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** The person whom the provider names; `role` is null where none of their claims gives one. */
export interface Person {
  readonly actor: string;
  readonly role: TokenRole | null;
}

/** The provider itself refused, by a code of OAuth 2.0 (RFC 6749) such as `access_denied`. */
export class ProviderRefused extends Error {
  constructor(readonly answer: string) {
    super(`the provider answered ${answer}`);
    this.name = 'ProviderRefused';
  }
}

/** Signing in with OpenID Connect: the code flow with PKCE (RFC 7636), state and nonce. */
export class OpenIdProvider {
  readonly #settings: OpenIdSettings;
  #configuration: Promise<Configuration> | null = null;

  constructor(settings: OpenIdSettings) {
    this.#settings = settings;
  }

  /** Where a person goes, and what is needed when they are back. Rejects where the provider cannot be reached. */
  async start(): Promise<{ url: URL; started: Started }> {
    const started = { verifier: randomPKCECodeVerifier(), state: randomState(), nonce: randomNonce() };
    const url = buildAuthorizationUrl(await this.#discovered(), {
      redirect_uri: this.#callback().href,
      scope: 'openid profile email',
      code_challenge: await calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
      state: started.state,
      nonce: started.nonce,
    });
    return { url, started };
  }

  /**
   * The person of a callback, by its query. Rejects where it is not an answer to what was started; with `ProviderRefused`
   * where it is, and a refusal.
   */
  async finish(query: string, { verifier, state, nonce }: Started): Promise<Person> {
    const configuration = await this.#discovered();
    const at = this.#callback();
    at.search = query;
    const tokens = await authorizationCodeGrant(configuration, at, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    }).catch(refused);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider named nobody');
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const all: Record<string, unknown> = { ...more, ...claims };
    return { actor: actorOf(all), role: roleOf(all, this.#settings.roles) };
  }

  #callback(): URL {
    return new URL('/login/oidc/callback', this.#settings.publicUrl);
  }

  /** Asked once; where that fails, again the next time. */
  #discovered(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    // Plain HTTP is for a provider on this machine only: anywhere else it would give the code away.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; this is the use that it is for
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    this.#configuration ??= discovery(issuer, clientId, clientSecret ?? undefined, undefined, {
      execute,
      timeout: LIMIT_SECONDS,
    });
    this.#configuration.catch(() => (this.#configuration = null));
    return this.#configuration;
  }
}

/** What it says is checked before: that it answers what was started here. Its words may come from anyone, its code may not. */
function refused(error: unknown): never {
  if (error instanceof AuthorizationResponseError && /^[a-z_]{1,64}$/.test(error.error))
    throw new ProviderRefused(error.error);
  throw error;
}

/** A name that people know, and what the provider guarantees where it gives none. */
function actorOf(claims: Readonly<Record<string, unknown>>): string {
  for (const claim of ['name', 'preferred_username', 'email', 'sub']) {
    const given = claims[claim];
    const name = typeof given === 'string' ? actorNameFrom(given) : null;
    if (name !== null) return name;
  }
  throw new Error('the provider named nobody');
}

/** The strongest role that a value of the claim gives. The claim is a text, or a list of them. */
export function roleOf(claims: Readonly<Record<string, unknown>>, roles: RoleClaims): TokenRole | null {
  const given = claims[roles.claim];
  const values = (Array.isArray(given) ? given : [given]).filter((value) => typeof value === 'string');
  const strongest = (['admin', 'editor', 'auditor'] as const).find((role) =>
    values.some((value) => roles[role].includes(value)),
  );
  return strongest ?? null;
}
