import { z } from 'zod';
import type { AccessRole } from './roles.ts';

/** How a caller was let in: `none` where there is no tokens file, and everyone on this machine is. */
export const loginSchema = z.enum(['none', 'token', 'cookie', 'oidc']);
export type Login = z.infer<typeof loginSchema>;

/** Who asks, as their credential names them: never as they name themselves (X1, X2). */
export interface Identity {
  /** The actor's name. */
  readonly actor: string;
  readonly role: AccessRole;
  /** The Session of a Session's token; null for every other caller. */
  readonly session: string | null;
  readonly login: Login;
  /** The id of the stored token that this depends on: its own, or the one that it was made with; null for none. */
  readonly token: string | null;
  /** When it ends by itself, in milliseconds since 1970, or null. */
  readonly expires: number | null;
}

/** Everyone, where there is no tokens file: only programs on this machine reach the server then. */
export const localCaller: Identity = {
  actor: 'local',
  role: 'admin',
  session: null,
  login: 'none',
  token: null,
  expires: null,
};
