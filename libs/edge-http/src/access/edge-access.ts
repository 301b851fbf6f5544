import type { Door } from './doorkeeper.ts';
import type { OpenIdProvider } from './open-id.ts';

/** Who is let in, as the server that puts the parts together says. */
export interface EdgeAccess {
  readonly door: Door;
  /** The address under which people reach the server, where that is another than it listens on. */
  readonly publicUrl: URL | null;
  /** Where people sign in, beside tokens; null: nowhere else. */
  readonly openId: OpenIdProvider | null;
  /** What is wrong with the tokens file now, for `/readyz`; `nobody`: no one is let in by it. */
  problem(): { readonly reason: string; readonly nobody: boolean } | null;
}
export const ACCESS = Symbol('ACCESS');
