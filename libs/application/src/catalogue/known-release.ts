import {
  currentRelease,
  Refusal,
  release as releaseOf,
  type CatalogueState,
  type NumberOrLatest,
  type ReleaseState,
} from '@palimpsest/domain';

/** The recorded release of this number, or the one in force. Throws `unknown_release`. */
export function knownRelease(catalogue: CatalogueState, number: NumberOrLatest): ReleaseState {
  if (number === 'latest') return currentRelease(catalogue);
  const found = releaseOf(catalogue, number);
  if (found !== undefined) return found;
  const latest = String(catalogue.releases.length);
  throw new Refusal('unknown_release', `there is no release ${String(number)}; the latest is ${latest}`);
}
