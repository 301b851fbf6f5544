import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Scanners of repositories and logs know a token of ours by it. */
export const TOKEN_PREFIX = 'plm_';
/** The same for the token of one Session, which is signed and not stored. */
export const SESSION_PREFIX = 'plms_';

/** A new access token: 256 random bits after the prefix. It is shown once and kept as its hash only. */
export const newToken = (): string => TOKEN_PREFIX + randomBytes(32).toString('base64url');

/** What is kept of a token. A plain SHA-256 is enough for 256 random bits: nobody can guess what it is of. */
export const hashOf = (token: string): string => `sha256:${createHash('sha256').update(token, 'utf8').digest('hex')}`;

/** Whether two hashes are equal, in a time that does not tell where they differ. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
