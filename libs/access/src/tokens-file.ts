import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { digestSchema, timestampSchema } from '@palimpsest/domain';
import { withLock } from '@palimpsest/file-lock';
import { tokenRoleSchema } from './roles.ts';

export const tokenSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** The actor. */
  name: z.string().min(1).max(200),
  role: tokenRoleSchema,
  hash: digestSchema,
  created: timestampSchema,
  expires: timestampSchema.nullable(),
  revoked: timestampSchema.nullable(),
  last_used: timestampSchema.nullable(),
});
export type Token = z.infer<typeof tokenSchema>;

/** Whether a token lets its holder in; one that was revoked stays revoked, whether it has expired since or not. */
export function tokenState(
  { revoked, expires }: Pick<Token, 'revoked' | 'expires'>,
  now: number,
): 'valid' | 'expired' | 'revoked' {
  if (revoked !== null) return 'revoked';
  return expires !== null && Date.parse(expires) <= now ? 'expired' : 'valid';
}

/** The tokens file (INTERFACES.md, "Access"): tokens by their hashes, and the key that signs what is not stored. */
export const tokensFileSchema = z.strictObject({
  format: z.literal(1),
  /** 256 bits, base64url: every instance with this file accepts what another one signed. */
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  tokens: z.array(tokenSchema),
});
export type TokensFile = z.infer<typeof tokensFileSchema>;

/** The tokens file cannot be used: a sentence that names it and the remedy. Holds nothing of its contents. */
export class TokensFileError extends Error {
  constructor(
    readonly reason: 'missing' | 'damaged' | 'unreadable',
    message: string,
  ) {
    super(message);
    this.name = 'TokensFileError';
  }
}

/** Reads the file. Rejects with `TokensFileError`. */
export async function readTokensFile(file: string): Promise<TokensFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new TokensFileError(
        'missing',
        `there is no tokens file ${file}; "palimpsest token create" makes it with its first token`,
      );
    throw new TokensFileError('unreadable', `the tokens file ${file} cannot be read (${code})`);
  });
  const parsed = tokensFileSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.map(String).join('/') ?? '';
  throw new TokensFileError(
    'damaged',
    `the tokens file ${file} is damaged${where === '' ? '' : ` at ${where}`}; restore it from a backup, or remove it and create new tokens`,
  );
}

/**
 * Changes the file: one writer at a time over all processes, and replaced whole, so that a reader sees the old file or the
 * new one. `change` is given what stands there now, or a new file without tokens. Rejects with `TokensFileError`.
 */
export async function changeTokensFile<T>(
  file: string,
  change: (now: TokensFile) => { readonly file: TokensFile | null; readonly result: T },
): Promise<T> {
  // Not the link that leads to it: every name of the file shares one lock, and a link stays a link.
  const real = await realpath(file).catch(() => file);
  const work = async () => {
    const now = await readTokensFile(file).catch((error: unknown) => {
      if (error instanceof TokensFileError && error.reason === 'missing') return newTokensFile();
      throw error;
    });
    const { file: next, result } = change(now);
    // Checked, for what is not read again would lock everyone out.
    if (next !== null) await replaceFile(real, `${JSON.stringify(tokensFileSchema.parse(next), null, 2)}\n`);
    return result;
  };
  return withLock(`${real}.lock`, work).catch((error: unknown) => {
    if (error instanceof TokensFileError) throw error;
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new TokensFileError('unreadable', `the tokens file ${file} cannot be changed: ${why}`);
  });
}

function newTokensFile(): TokensFile {
  return { format: 1, key: randomBytes(32).toString('base64url'), tokens: [] };
}

async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}.${String(process.pid)}.new`;
  try {
    const handle = await open(beside, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The umask may have taken rights away, and never adds any; a file left by a crash may have had others.
    await chmod(beside, 0o600);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new TokensFileError('unreadable', `the tokens file ${file} cannot be written (${code})`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
