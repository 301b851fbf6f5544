import { Refusal } from '../faults.ts';
import type { Role } from '../catalogue/manifest.ts';
import { timestampAfter } from '../timestamp.ts';
import type { RevisionUsed, Use } from './schemas.ts';
import { TextSet } from './text-set.ts';

/** What a Session was given so far: a fold of its own stream (U2, U5). */
export interface SessionState {
  /** Null before the first recorded use. */
  readonly role: Role | null;
  readonly uses: number;
  readonly given: TextSet;
  /** The time of the last use; null before the first. */
  readonly last: string | null;
}
export const unknownSession: SessionState = { role: null, uses: 0, given: TextSet.empty, last: null };

/** A use to be recorded; its number and its time are decided here. */
export type UseMade = Omit<RevisionUsed, 'use' | 'timestamp'>;
/** The clock, and the times of the version and the release that are given: a use is earlier than neither (U5). */
export interface UseTimes {
  readonly now: number;
  /** Null for revision 0. */
  readonly saved: string | null;
  readonly released: string;
}
export type Given = Pick<RevisionUsed, 'revision' | 'release' | 'policy' | 'skill'>;

/** What makes two uses the same: of prompts, their revision, release and policy (U2); of skills, those and the skill (P8). */
function keyOf({ revision, release, policy, skill }: Given): string {
  const what = skill === null ? (policy ?? 'no policy') : `skill ${skill}`;
  return `${String(revision)} ${String(release)} ${what}`;
}

export const wasGiven = (state: SessionState, given: Given): boolean => state.given.has(keyOf(given));

/** Folds the uses that come next, in order. It costs as much as these do, whatever was folded before. */
export function evolveSession(state: SessionState, uses: readonly RevisionUsed[]): SessionState {
  return {
    role: state.role ?? uses[0]?.role ?? null,
    uses: state.uses + uses.length,
    given: uses.reduce((given, use) => given.with(keyOf(use)), state.given),
    last: uses.at(-1)?.timestamp ?? state.last,
  };
}

/** A Session keeps the role of its first recorded use (U5). Throws `role_mismatch`. */
export function checkRole(state: SessionState, { session, role }: Pick<UseMade, 'session' | 'role'>): void {
  if (state.role === null || state.role === role) return;
  const message = `Session ${session} has the role ${state.role} since its first prompt; ask with that role, or use another Session`;
  throw new Refusal('role_mismatch', message, { role: state.role });
}

/**
 * The use to record, or null where the Session was given the same before (U2). Its time is never earlier than the use before
 * it, nor than what is given (U5). Throws `role_mismatch`.
 */
export function decideUse(state: SessionState, use: UseMade, { now, saved, released }: UseTimes): RevisionUsed | null {
  checkRole(state, use);
  if (wasGiven(state, use)) return null;
  return { ...use, use: state.uses + 1, timestamp: timestampAfter(now, state.last, saved, released) };
}

/** A use as it is shown (INTERFACES.md, session). */
export function useView({ use, revision, release, policy, skill, timestamp, prompt_digest }: RevisionUsed): Use {
  return { use, revision, release, policy, skill, first_used: timestamp, prompt_digest };
}
