import type { RecordedManifest } from '@palimpsest/domain';

/** The catalogue on disk: the manifest, and each default's canonical text by its entry key (C1, C4). */
export interface Catalogue {
  readonly manifest: RecordedManifest;
  /** `runtime/work`, `team/communication`, `skill/github` (the body), `ticket/rules` → text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The folder cannot be used: a sentence that names the file and the remedy (C3). */
export class CatalogueError extends Error {}

export interface CatalogueSource {
  /** Rejects with `CatalogueError`. */
  load(): Promise<Catalogue>;
}
