/** Who asks, as the edge let them in: never from a field in a body (INTERFACES.md, "Codes by status"). */
export interface Caller {
  readonly actor: string;
  readonly origin: 'panel' | 'tool';
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
