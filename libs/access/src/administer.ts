import { randomBytes } from 'node:crypto';
import { actorNameSchema } from './actor-name.ts';
import type { TokenRole } from './roles.ts';
import { hashOf, newToken } from './secret.ts';
import { changeTokensFile, readTokensFile, type Token } from './tokens-file.ts';

const DAY_MS = 86_400_000;

export interface NewToken {
  readonly name: string;
  readonly role: TokenRole;
  /** From now; null: it does not expire. */
  readonly days: number | null;
}

/** A token as it is listed: without its hash. */
export type TokenListed = Omit<Token, 'hash'>;

/** Makes a token and stores its hash. The token itself is answered once and kept nowhere. Rejects with `TokensFileError`. */
export async function createToken(
  file: string,
  { name, role, days }: NewToken,
  now: number,
): Promise<{ token: string; listed: TokenListed }> {
  const token = newToken();
  const made: Token = {
    id: randomBytes(6).toString('hex'),
    name: actorNameSchema.parse(name),
    role,
    hash: hashOf(token),
    created: new Date(now).toISOString(),
    expires: days === null ? null : new Date(now + days * DAY_MS).toISOString(),
    revoked: null,
    last_used: null,
  };
  return changeTokensFile(file, (there) => ({
    file: { ...there, tokens: [...there.tokens, made] },
    result: { token, listed: listedOf(made) },
  }));
}

/** The tokens, oldest first. Rejects with `TokensFileError`. */
export async function listTokens(file: string): Promise<TokenListed[]> {
  return (await readTokensFile(file)).tokens.map(listedOf);
}

/** Revokes the token of this id; null where there is none. One that was revoked before stays as it was. */
export async function revokeToken(file: string, id: string, now: number): Promise<TokenListed | null> {
  // Read first, so that revoking never makes a file.
  await readTokensFile(file);
  return changeTokensFile(file, (there) => {
    const found = there.tokens.find((token) => token.id === id);
    if (found === undefined) return { file: null, result: null };
    const revoked: Token = { ...found, revoked: found.revoked ?? new Date(now).toISOString() };
    const tokens = there.tokens.map((token) => (token === found ? revoked : token));
    return { file: { ...there, tokens }, result: listedOf(revoked) };
  });
}

/** Notes when tokens were last used, each by its id. Never brings back what was revoked meanwhile: only that field is set. */
export async function noteUses(file: string, uses: ReadonlyMap<string, number>): Promise<void> {
  await readTokensFile(file);
  await changeTokensFile(file, (there) => {
    const tokens = there.tokens.map((token) => {
      const used = uses.get(token.id);
      const at = used === undefined ? null : new Date(used).toISOString();
      return at === null || (token.last_used !== null && token.last_used >= at) ? token : { ...token, last_used: at };
    });
    return { file: { ...there, tokens }, result: undefined };
  });
}

function listedOf({ id, name, role, created, expires, revoked, last_used }: Token): TokenListed {
  return { id, name, role, created, expires, revoked, last_used };
}
