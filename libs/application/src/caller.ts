/** Who asks, as the edge let them in: never from a field in a body (X2). */
export interface Caller {
  readonly actor: string;
  readonly role: string;
  /** The Session of a Session's token; null for every other caller. */
  readonly session: string | null;
  readonly origin: 'panel' | 'tool';
  /** What the client says of itself, such as its user agent: kept apart, and never the actor. */
  readonly client: string | null;
  /** The HTTP request's own id, also in its answer. */
  readonly request_id: string;
  /** For a tool: the person who asked for the save, and in which message (S4). */
  readonly request?: { readonly person: string; readonly message: string };
}

/** A request as it came, for recognising the same one again (S10). */
export interface Source {
  readonly method: string;
  /** The path without its query. */
  readonly path: string;
  readonly body: unknown;
}
