import type { Catalogue } from '@palimpsest/domain';

/** The folder cannot be used: a sentence that names the file and the remedy (C3). */
export class CatalogueError extends Error {}

/** Where the catalogue of this build comes from. */
export interface CatalogueSource {
  /** Rejects with `CatalogueError`. */
  load(): Promise<Catalogue>;
}
