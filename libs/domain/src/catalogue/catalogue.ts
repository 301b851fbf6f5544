import type { RecordedManifest } from './manifest.ts';

/** All that one build ships (C1): the manifest, and each default's canonical text by its entry key. */
export interface Catalogue {
  readonly manifest: RecordedManifest;
  /** `runtime/work`, `team/communication`, `skill/github` (the body), `ticket/rules` → text. */
  readonly texts: ReadonlyMap<string, string>;
}
