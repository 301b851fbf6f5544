import { accessRoles, type AccessRole } from './roles.ts';

/** `any`: without bounds. `own`: only under the Session that the caller's token names (X3). */
export type Reach = 'any' | 'own';
type Row = Partial<Readonly<Record<AccessRole, Reach>>>;

const readers: Row = { editor: 'any', orchestrator: 'any', auditor: 'any', admin: 'any' };
const everyone: Row = { ...readers, worker: 'any', host: 'any' };
const sessions: Row = { host: 'any', admin: 'any', orchestrator: 'own', worker: 'own' };

/** Who may do what (X1): the one table. What is not listed is denied. */
const table = {
  /** Who the caller is; the description of the interface. */
  identity: everyone,
  /** The configuration, parts, versions, differences, releases, previews, changes, and the state of the read models. */
  read: readers,
  /** The raw log, and the Sessions over all. */
  audit: readers,
  save: { editor: 'any', orchestrator: 'any', admin: 'any' },
  /** One Session: its uses, their prompts, the versions that it worked under (U4). */
  session: { ...readers, worker: 'own' },
  skills: { ...readers, host: 'any', worker: 'own' },
  /** Records a use (P8). */
  load_skill: sessions,
  /** Records a use (U2). */
  prompt: sessions,
  register: { host: 'any', admin: 'any' },
  rebuild: { admin: 'any' },
} as const satisfies Record<string, Row>;

/** `public` asks for no caller: liveness, readiness, signing in and out. */
export type Right = keyof typeof table | 'public';
export const rights = [...Object.keys(table), 'public'] as readonly Right[];

/** How far a role's right reaches, or null where it has none. */
export function reachOf(right: Right, role: AccessRole): Reach | null {
  if (right === 'public') return 'any';
  const row: Row = table[right];
  return row[role] ?? null;
}

/** The roles that have a right, in their usual order: what a refusal tells. */
export const rolesWith = (right: Right): AccessRole[] => accessRoles.filter((role) => reachOf(right, role) !== null);
