import type { Policy } from '@palimpsest/domain';

/** The deployment's policy file, read afresh at each call (P5). */
export interface PolicySource {
  /** Null: none is set. Rejects with `PolicyUnavailable`. */
  current(): Promise<Policy | null>;
}
/** The policy file cannot be read, or does not hold a policy. */
export class PolicyUnavailable extends Error {}
