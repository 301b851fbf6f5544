import type { Inputs, Policy } from '../assembly/schemas.ts';
import type { RevisionUsed } from './schemas.ts';

/** What a recorded prompt was made from, beside revision and release (U3): `policy` is the recorded one that the use names. */
export function recordedInputs(use: RevisionUsed, policy: Policy | null | undefined): Inputs {
  const { role, variables, ticket } = use;
  if (role === 'worker') return { role, variables, ticket: ticket ?? { kind: 'explicit' } };
  if (!policy) throw new Error(`the log holds no policy ${String(use.policy)}`);
  return { role, variables, policy };
}
