import { isFor, type KnownEvent } from '../events/registry.ts';

/** The code version of this fold: raise it with every change of what it makes of an event, and the view is rebuilt (A3). */
export const POLICIES_VIEW_VERSION = 1;

/** A policy that prompts were made with, and where it lies: a revision of `policies-<team>`. */
export interface PolicyChange {
  readonly digest: string;
  readonly place: bigint;
}

/** The fold of one event of `policies-<team>`; null where the event says nothing about policies. */
export function policyChange(event: KnownEvent): PolicyChange | null {
  return isFor('policies', event) ? { digest: event.data.digest, place: event.revision } : null;
}
