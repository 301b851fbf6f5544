import type { EventLog } from '@palimpsest/application';

/** What the HTTP edge is given by the server that puts the parts together. */
export interface Edge {
  /** For the stream of changes and the raw events. */
  readonly log: EventLog;
  readonly team: string;
  /** The size limit of a configuration, in bytes (S9); bodies may be as large as it needs. */
  readonly limit: number;
  /** The address that the server listens on. */
  readonly host: string;
  /** Writes a line to the server's log. No prompt text, token, body or path stands in `details`. */
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void;
}
export const EDGE = Symbol('EDGE');
