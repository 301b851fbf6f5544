import type { Role } from '@palimpsest/domain';
import type { Identity } from './caller.ts';
import type { AccessRole } from './roles.ts';
import { hashOf, sameHash, SESSION_PREFIX } from './secret.ts';
import { Signer } from './signing.ts';
import type { TokenFollower } from './token-follower.ts';
import { tokenState, type Token, type TokensFile } from './tokens-file.ts';

/** How long a login in the panel lasts, in seconds. */
export const LOGIN_SECONDS = 12 * 3_600;
/** How many credentials that were checked are remembered; whether they still hold is asked at each use. */
const REMEMBERED = 10_000;

type Credential = 'bearer' | 'cookie';

/** The tokens file as it is in force. */
interface InForce {
  readonly file: TokensFile;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly signer: Signer;
  /** By what they were brought as: a login is no token, and no token a login. */
  readonly known: Readonly<Record<Credential, Map<string, Identity>>>;
}

/** Lets callers in by the tokens file: a token, a Session's token, or the cookie of the panel (X1–X4). */
export class Authenticator {
  readonly #follower: Pick<TokenFollower, 'current' | 'used'>;
  readonly #team: string;
  readonly #now: () => number;
  #inForce: InForce | null = null;

  constructor(follower: Pick<TokenFollower, 'current' | 'used'>, team: string, now: () => number) {
    this.#follower = follower;
    this.#team = team;
    this.#now = now;
  }

  /** The caller of a bearer token, or null. Without a promise where it was checked before: every request asks. */
  bearer(token: string): Identity | null | Promise<Identity | null> {
    const known = this.#recall('bearer', token);
    if (known !== null) return known;
    return token.startsWith(SESSION_PREFIX) ? this.#session(token) : this.#stored(token);
  }

  /** The caller of the panel's cookie, or null. */
  cookie(value: string): Identity | null | Promise<Identity | null> {
    return this.#recall('cookie', value) ?? this.#login(value);
  }

  /** Whether who was let in before still is: a stream that stays open asks now and then (X4). */
  isStillIn({ token, expires }: Identity): boolean {
    const now = this.#now();
    if (expires !== null && expires <= now) return false;
    const inForce = this.#take();
    return inForce !== null && (token === null || isValid(inForce.tokens.get(token), now));
  }

  /** A token for one Session, which holds until `seconds` from now, or until the caller's own token is revoked. */
  async mintSession(
    by: Identity,
    session: string,
    role: Role,
    seconds: number,
  ): Promise<{ token: string; expires: string }> {
    const exp = this.#in(seconds);
    const token = await this.#signing().session({ sub: session, role, by: by.token, exp });
    return { token, expires: new Date(exp * 1000).toISOString() };
  }

  /** The panel's cookie for a person, who was let in by a token or by another provider. */
  login(person: { actor: string; role: AccessRole; token: string | null; login: 'cookie' | 'oidc' }): Promise<string> {
    const { actor, role, token, login } = person;
    return this.#signing().login({ sub: actor, role, by: token, login, exp: this.#in(LOGIN_SECONDS) });
  }

  async #session(value: string): Promise<Identity | null> {
    const inForce = this.#take();
    const claims = await inForce?.signer.readSession(value, this.#now());
    // Another file may have come meanwhile: with a noted use, or with another key, which has signed nothing of this.
    if (this.#take() !== inForce) return this.#session(value);
    if (claims == null) return null;
    const { sub, role, by, exp } = claims;
    return this.#admit('bearer', value, {
      actor: `session ${sub}`,
      role,
      session: sub,
      login: 'token',
      token: by,
      expires: exp * 1000,
    });
  }

  #stored(value: string): Identity | null {
    const hash = hashOf(value);
    // All are compared, so that the time does not tell which one is alike.
    const found = (this.#take()?.file.tokens ?? []).filter((token) => sameHash(token.hash, hash))[0];
    if (found === undefined) return null;
    const { id, name, role, expires } = found;
    const until = expires === null ? null : Date.parse(expires);
    return this.#admit('bearer', value, {
      actor: name,
      role,
      session: null,
      login: 'token',
      token: id,
      expires: until,
    });
  }

  async #login(value: string): Promise<Identity | null> {
    const inForce = this.#take();
    const claims = await inForce?.signer.readLogin(value, this.#now());
    if (this.#take() !== inForce) return this.#login(value);
    if (claims == null) return null;
    const { sub, role, by, login, exp } = claims;
    return this.#admit('cookie', value, { actor: sub, role, session: null, login, token: by, expires: exp * 1000 });
  }

  #admit(as: Credential, value: string, identity: Identity): Identity | null {
    const known = this.#take()?.known[as];
    if (known === undefined || !this.isStillIn(identity)) return null;
    if (known.size >= REMEMBERED) known.clear();
    known.set(value, identity);
    return this.#used(identity);
  }

  #recall(as: Credential, value: string): Identity | null {
    const known = this.#take()?.known[as].get(value);
    return known !== undefined && this.isStillIn(known) ? this.#used(known) : null;
  }

  #used(identity: Identity): Identity {
    if (identity.token !== null) this.#follower.used(identity.token, this.#now());
    return identity;
  }

  /** What stands in the file now; what was remembered under another one is forgotten. */
  #take(): InForce | null {
    const file = this.#follower.current;
    if (file === null) return (this.#inForce = null);
    if (this.#inForce?.file !== file) {
      const tokens = new Map(file.tokens.map((token) => [token.id, token]));
      const known = { bearer: new Map<string, Identity>(), cookie: new Map<string, Identity>() };
      this.#inForce = { file, tokens, signer: new Signer(file.key, this.#team), known };
    }
    return this.#inForce;
  }

  #signing(): Signer {
    const inForce = this.#take();
    if (inForce === null) throw new Error('no tokens file is in force');
    return inForce.signer;
  }

  #in(seconds: number): number {
    return Math.floor(this.#now() / 1000) + seconds;
  }
}

const isValid = (token: Token | undefined, now: number): boolean =>
  token !== undefined && tokenState(token, now) === 'valid';
