import type { PersonRequest, RecordedCaller } from '@palimpsest/domain';

/** Who asks, as the edge let them in: never from a field in a body (X2). */
export interface Caller extends RecordedCaller {
  /** For a tool: the person who asked for the save, and in which message (S4). */
  readonly request?: PersonRequest;
}

/** The caller as events name it. */
export function recordedCaller({ actor, role, session, origin, client, request_id }: Caller): RecordedCaller {
  return { actor, role, session, origin, client, request_id };
}

/** A request as it came, for recognising the same one again (S10). */
export interface Source {
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly body: unknown;
}
