import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { roleSchema, sessionIdSchema } from '@palimpsest/domain';
import { accessRoleSchema } from './roles.ts';
import { SESSION_PREFIX } from './secret.ts';

const ALGORITHM = 'HS256';

/** What is signed instead of stored: a Session's token, or a person's login. `by` is the token that it came from, if any. */
const sessionClaims = z.object({ sub: sessionIdSchema, role: roleSchema, by: z.string().nullable(), exp: z.int() });
const loginClaims = z.object({
  sub: z.string(),
  role: accessRoleSchema,
  by: z.string().nullable(),
  login: z.enum(['cookie', 'oidc']),
  exp: z.int(),
});
export type SessionClaims = z.infer<typeof sessionClaims>;
export type LoginClaims = z.infer<typeof loginClaims>;

/**
 * Signs and checks with the key of the tokens file, for one team: another team's deployment with the same file accepts none of
 * it (X3). Signed is what it is for, so that a login is no Session's token.
 */
export class Signer {
  readonly #key: Uint8Array;
  readonly #team: string;

  constructor(key: string, team: string) {
    this.#key = Buffer.from(key, 'base64url');
    this.#team = team;
  }

  async session({ sub, role, by, exp }: SessionClaims): Promise<string> {
    return SESSION_PREFIX + (await this.#sign('session', { sub, role, by }, exp));
  }

  login({ sub, role, by, login, exp }: LoginClaims): Promise<string> {
    return this.#sign('login', { sub, role, by, login }, exp);
  }

  /** The claims of a Session's token that was signed here and has not expired, or null. */
  async readSession(token: string, now: number): Promise<SessionClaims | null> {
    if (!token.startsWith(SESSION_PREFIX)) return null;
    return this.#read('session', token.slice(SESSION_PREFIX.length), sessionClaims, now);
  }

  readLogin(value: string, now: number): Promise<LoginClaims | null> {
    return this.#read('login', value, loginClaims, now);
  }

  #sign(purpose: string, claims: Record<string, unknown>, exp: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(this.#audience(purpose))
      .setExpirationTime(exp)
      .sign(this.#key);
  }

  async #read<T>(purpose: string, jwt: string, schema: z.ZodType<T>, now: number): Promise<T | null> {
    try {
      const { payload } = await jwtVerify(jwt, this.#key, {
        algorithms: [ALGORITHM],
        audience: this.#audience(purpose),
        requiredClaims: ['exp'],
        currentDate: new Date(now),
      });
      return schema.parse(payload);
    } catch {
      // Not ours, changed, expired or for another team: all the same to whoever holds it.
      return null;
    }
  }

  #audience(purpose: string): string {
    return `palimpsest:${this.#team}:${purpose}`;
  }
}
