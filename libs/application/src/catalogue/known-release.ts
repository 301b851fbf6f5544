import { Refusal, release as releaseOf, type CatalogueState, type ReleaseState } from '@palimpsest/domain';

/** The recorded release of this number. Throws `unknown_release`. */
export function knownRelease(catalogue: CatalogueState, number: number): ReleaseState {
  const found = releaseOf(catalogue, number);
  if (found !== undefined) return found;
  const latest = String(catalogue.releases.length);
  throw new Refusal('unknown_release', `there is no release ${String(number)}; the latest is ${latest}`);
}
