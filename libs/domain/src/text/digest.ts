import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Steps } from '../steps.ts';
import { SLICE, slicesOf } from './slices.ts';

/** `sha256:` and 64 lowercase hexadecimal digits (C4). */
export type Digest = string;

export const digestSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 lowercase hexadecimal digits')
  .meta({ id: 'Digest', description: 'sha256: and the lowercase hexadecimal SHA-256 of UTF-8 bytes' });

/** The digest of a text's UTF-8 bytes, exactly as they are (C4). */
export function digest(text: string): Digest {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** The same, a step for each slice of the text. */
export function* digestInSteps(text: string): Steps<Digest> {
  if (text.length <= SLICE) return digest(text);
  const hash = createHash('sha256');
  for (const slice of slicesOf(text)) {
    hash.update(slice, 'utf8');
    yield;
  }
  return `sha256:${hash.digest('hex')}`;
}

/** The digest of a JSON value in its canonical form (RFC 8785), so that the order of keys does not matter. */
export function digestOfJson(value: unknown): Digest {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only a JSON value has a digest');
  return digest(text);
}
