import type { Digest } from '../text/digest.ts';
import type { RecordedManifest } from './manifest.ts';
import type { DefaultsUpgraded, ReleaseView } from './release.ts';

/** One recorded catalogue. `digests` names each default by its entry key; `position` is its place in the log. */
export interface ReleaseState extends Readonly<ReleaseView> {
  readonly manifest: RecordedManifest;
  readonly digests: ReadonlyMap<string, Digest>;
}

/** All releases, in order from 1, and every default text that ever was in force (C5). */
export interface CatalogueState {
  readonly releases: readonly ReleaseState[];
  readonly texts: ReadonlyMap<Digest, string>;
}

export const noReleases: CatalogueState = { releases: [], texts: new Map() };

/** Folds one `DefaultsUpgraded` at its position in the log. An event that was folded before changes nothing. */
export function evolveCatalogue(state: CatalogueState, data: DefaultsUpgraded, position: bigint): CatalogueState {
  if (release(state, data.release) !== undefined) return state;
  const { digests, texts, ...rest } = data;
  const recorded: ReleaseState = { ...rest, position: position.toString(), digests: new Map(Object.entries(digests)) };
  return { releases: [...state.releases, recorded], texts: new Map([...state.texts, ...Object.entries(texts)]) };
}

/** The latest recorded release, whose defaults are in force on every instance (C6). Throws before the first. */
export function currentRelease(state: CatalogueState): ReleaseState {
  const latest = state.releases.at(-1);
  if (latest === undefined) throw new Error('no release is recorded yet; the start records the first one');
  return latest;
}

export function release(state: CatalogueState, number: number): ReleaseState | undefined {
  return state.releases.find((each) => each.release === number);
}

/** The text of a default under a release, or undefined where that release has no such key. */
export function defaultText(state: CatalogueState, under: ReleaseState, key: string): string | undefined {
  const digest = under.digests.get(key);
  return digest === undefined ? undefined : state.texts.get(digest);
}

/** Whether the digest is of a default that this key has or had in any release (S5). */
export function everHad(state: CatalogueState, key: string, digest: Digest): boolean {
  return state.releases.some((each) => each.digests.get(key) === digest);
}
