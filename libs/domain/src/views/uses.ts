import type { Role } from '../catalogue/manifest.ts';
import { isFor, type KnownEvent } from '../events/registry.ts';
import { useView } from '../usage/session-state.ts';
import type { Use } from '../usage/schemas.ts';

/** The code version of this fold: raise it with every change of what it makes of an event, and the view is rebuilt (A3). */
export const USES_VIEW_VERSION = 2;

/** What one event adds to the list of uses. Rows are only ever added. */
export interface UseChange {
  readonly session: string;
  /** Its log position; that of its first use is the Session's place in the order of Sessions. */
  readonly position: bigint;
  /** Set where it is the Session's first use: its role (U5). */
  readonly opens: { readonly role: Role } | null;
  readonly use: Use;
}

/** The fold of one event of `usage-<team>:<session>`; null where the event says nothing about uses. */
export function useChange(event: KnownEvent): UseChange | null {
  if (!isFor('uses', event)) return null;
  const { session, role, use } = event.data;
  // By its number, not its place in the stream: events of unknown types may lie before it (A5).
  const opens = use === 1 ? { role } : null;
  return { session, position: event.position, opens, use: useView(event.data) };
}
