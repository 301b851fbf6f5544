import type { EventLog } from '@palimpsest/application';
import type { Door } from '../access/doorkeeper.ts';
import type { OpenIdProvider } from '../access/open-id.ts';

/** What the HTTP edge is given by the server that puts the parts together. */
export interface Edge {
  /** For the stream of changes and the raw events. */
  readonly log: EventLog;
  readonly team: string;
  /** The size limit of a configuration, in bytes (S9); bodies may be as large as it needs. */
  readonly limit: number;
  /** The address that the server listens on. */
  readonly host: string;
  /** The address under which people reach it, where that is another. */
  readonly publicUrl: URL | null;
  /** Who is let in. */
  readonly door: Door;
  /** Where people sign in, beside tokens; null: nowhere else. */
  readonly openId: OpenIdProvider | null;
  /** What is wrong with the tokens file now, for `/readyz`; `nobody`: no one is let in by it. */
  readonly accessProblem: () => { readonly reason: string; readonly nobody: boolean } | null;
  /** Writes a line to the server's log. No prompt text, token, body or path stands in `details`. */
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void;
}
export const EDGE = Symbol('EDGE');
