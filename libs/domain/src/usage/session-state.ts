import { Refusal } from '../faults.ts';
import type { Role } from '../catalogue/manifest.ts';
import type { RevisionUsed, Use } from './schemas.ts';

/** What a Session was given so far: a fold of its own stream (U2, U5). */
export interface SessionState {
  /** Null before the first recorded use. */
  readonly role: Role | null;
  readonly uses: number;
  readonly given: ReadonlySet<string>;
}
export const unknownSession: SessionState = { role: null, uses: 0, given: new Set() };

export type Given = Pick<RevisionUsed, 'revision' | 'release' | 'policy' | 'skill'>;

const promptKey = ({ revision, release, policy }: Given) => `${String(revision)} ${String(release)} ${policy ?? '-'}`;
const versionKey = ({ revision, release }: Given) => `${String(revision)} ${String(release)}`;

/** What makes two uses the same: a prompt's (revision, release, policy); for a skill, any use of (revision, release) (P8). */
export const wasGiven = (state: SessionState, given: Given): boolean =>
  state.given.has(given.skill === null ? promptKey(given) : versionKey(given));

/** Folds the uses that come next, in order. */
export function evolveSession(state: SessionState, uses: readonly RevisionUsed[]): SessionState {
  const given = new Set(state.given);
  for (const use of uses) {
    given.add(versionKey(use));
    if (use.skill === null) given.add(promptKey(use));
  }
  return { role: state.role ?? uses[0]?.role ?? null, uses: state.uses + uses.length, given };
}

/** The use to record, or null where the Session was given the same before (U2). Throws `role_mismatch` (U5). */
export function decideUse(state: SessionState, use: Omit<RevisionUsed, 'use'>): RevisionUsed | null {
  if (state.role !== null && state.role !== use.role) {
    const message = `Session ${use.session} has the role ${state.role} since its first prompt; ask with that role, or use another Session`;
    throw new Refusal('role_mismatch', message, { role: state.role });
  }
  return wasGiven(state, use) ? null : { ...use, use: state.uses + 1 };
}

/** A use as it is shown (INTERFACES.md, session). */
export function useView({ use, revision, release, policy, skill, timestamp, prompt_digest }: RevisionUsed): Use {
  return { use, revision, release, policy, skill, first_used: timestamp, prompt_digest };
}
