import { Refusal, type RevisionUsed } from '@palimpsest/domain';
import type { Uses } from './uses.ts';

/** The recorded uses of a Session, at least one. Throws `unknown_session`. */
export async function usesOf(uses: Uses, session: string): Promise<[RevisionUsed, ...RevisionUsed[]]> {
  const [first, ...more] = await uses.of(session);
  if (first !== undefined) return [first, ...more];
  throw new Refusal('unknown_session', `Session ${session} was never given a prompt`);
}
