import type { ReleaseState, ReleaseView } from '@palimpsest/domain';

/** A release as lists give it (INTERFACES.md, release). */
export function releaseView({ release, version, digest, format, timestamp, position }: ReleaseState): ReleaseView {
  return { release, version, digest, format, timestamp, position };
}
