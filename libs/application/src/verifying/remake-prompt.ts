import {
  recordedInputs,
  release as releaseOf,
  type CatalogueState,
  type Digest,
  type Policy,
  type RevisionUsed,
} from '@palimpsest/domain';
import { assembleFrom } from '../prompting/assemble-from.ts';
import type { VersionEntries } from './version-entries.ts';

/** How many digests are kept: many Sessions are given the same prompt. */
const KEPT = 100;

/** Makes recorded prompts again and answers their digests (U3). What they refer to was checked before. */
export function promptRemaker(
  entries: VersionEntries,
  catalogue: CatalogueState,
  policies: ReadonlyMap<Digest, Policy>,
): (use: RevisionUsed) => Promise<Digest> {
  const kept = new Map<string, Digest>();
  return async (use) => {
    const { revision, release, policy, variables, ticket, role } = use;
    const key = JSON.stringify([role, revision, release, policy, variables, ticket]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const under = releaseOf(catalogue, release);
    if (under === undefined) throw new Error('a use was not checked before its prompt');
    const inputs = recordedInputs(use, policy === null ? null : policies.get(policy));
    const { digest } = assembleFrom(catalogue, under, await entries.of(revision), inputs);
    kept.set(key, digest);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return digest;
  };
}
