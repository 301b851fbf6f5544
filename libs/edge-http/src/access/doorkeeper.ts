import type { IncomingHttpHeaders } from 'node:http';
import { localCaller, RateLimit, type Authenticator, type Identity } from '@palimpsest/access';
import { problem, ProblemError } from '@palimpsest/application';
import { loginOf, type CookieName } from './cookie.ts';

/** What the door sees of a request, before its body is read. */
export interface AtTheDoor {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** The address that it came from. */
  readonly address: string;
}

/** Failed tries of one address: enough for a person's mistakes. Who has a valid credential is let in all the same. */
const FAILURES = { rate: 0.2, burst: 20 };

export interface Door {
  /** Null: there is no tokens file, and everyone on this machine is let in. */
  readonly authenticator: Authenticator | null;
  readonly cookie: CookieName;
  /** Requests a second of one caller, with bursts of five times as many; 0: without limit. */
  readonly rate: number;
}

/** Says who asks, or refuses: before anything about what is asked for is looked at (X1). */
export class Doorkeeper {
  readonly #door: Door;
  readonly #failures = new RateLimit(FAILURES);
  readonly #requests: RateLimit | null;

  constructor(door: Door) {
    this.#door = door;
    this.#requests = door.rate === 0 ? null : new RateLimit({ rate: door.rate, burst: door.rate * 5 });
  }

  /** The caller. Throws, or rejects with, `unauthenticated`, `forbidden` or `rate_limited`. Waits for nothing where it can. */
  admit(request: AtTheDoor): Identity | Promise<Identity> {
    const { authenticator } = this.#door;
    if (authenticator === null) return localCaller;
    const found = this.#find(authenticator, request);
    return found instanceof Promise
      ? found.then((identity) => this.#let(identity, request))
      : this.#let(found, request);
  }

  /** A failed try of this address counts, as one at the door does: for the login, which looks at the token itself. */
  failed(address: string): never {
    const wait = this.#failures.take(address, performance.now());
    if (wait > 0) throw limited(wait, 'Too many failed tries from this address.');
    throw unknown();
  }

  #find(authenticator: Authenticator, { headers, method }: AtTheDoor): Identity | null | Promise<Identity | null> {
    const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (headers.authorization !== undefined) return bearer === undefined ? null : authenticator.bearer(bearer);
    const login = loginOf(headers.cookie, this.#door.cookie);
    if (login === null) return null;
    if (!isOfOwnPage(headers, method))
      throw new ProblemError(
        problem('forbidden', 'The cookie is for pages of this server only; programs send a token.'),
      );
    return authenticator.cookie(login);
  }

  #let(identity: Identity | null, { address, headers }: AtTheDoor): Identity {
    // Who brings nothing guesses nothing: the login page itself asks who is there.
    const isTry = headers.authorization !== undefined || loginOf(headers.cookie, this.#door.cookie) !== null;
    if (identity === null) throw isTry ? this.failed(address) : unknown();
    const wait = this.#requests?.take(limitedBy(identity), performance.now()) ?? 0;
    if (wait > 0) throw limited(wait, 'Too many requests of this caller.');
    return identity;
  }
}

/** Each Session is held against itself: one that asks too much takes nothing from its host, which it has its token from. */
function limitedBy({ token, session, actor }: Identity): string {
  if (session !== null) return `session ${session}`;
  return token === null ? `person ${actor}` : `token ${token}`;
}

/** A browser sends the cookie along with whatever page asks, and says which one that is (Fetch Metadata). */
function isOfOwnPage({ 'sec-fetch-site': site }: IncomingHttpHeaders, method: string): boolean {
  // A person who opens the address has come from no page: then nothing may be changed.
  return site === 'same-origin' || (site === 'none' && (method === 'GET' || method === 'HEAD'));
}

const unknown = (): ProblemError =>
  new ProblemError(
    problem(
      'unauthenticated',
      'A valid token is needed: "Authorization: Bearer plm_…"; "palimpsest token create" makes one.',
    ),
  );

function limited(seconds: number, detail: string): ProblemError {
  return new ProblemError(
    problem('rate_limited', `${detail} Try again in ${String(seconds)} s.`, { retry_after: seconds }),
  );
}
