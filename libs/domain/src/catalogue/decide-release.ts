import { canonical } from '../text/canonical.ts';
import { digest, digestOfJson, type Digest } from '../text/digest.ts';
import type { Catalogue } from './catalogue.ts';
import { compareVersions } from './compare-versions.ts';
import type { DefaultsUpgraded } from './release.ts';
import type { CatalogueState } from './state.ts';

export interface ReleaseOptions {
  /** UTC with milliseconds. */
  readonly now: string;
  /** The assembly's format, `ASSEMBLY_FORMAT`. */
  readonly format: number;
  readonly allowDowngrade: boolean;
}
/** Why the latest release is kept. */
export type Kept = 'equal' | 'older';
export type ReleaseDecision = { readonly record: DefaultsUpgraded } | { readonly keep: Kept };

/**
 * Compares the catalogue on disk with the latest release (C5, C6). `equal`: there is nothing to record, whatever the
 * product's version; `older`: its version is lower and its contents differ, so the recorded one is served.
 */
export function decideRelease(state: CatalogueState, catalogue: Catalogue, options: ReleaseOptions): ReleaseDecision {
  const latest = state.releases.at(-1);
  const record = recordOf(state, catalogue, options);
  if (latest?.digest === record.digest) return { keep: 'equal' };
  const older = latest !== undefined && compareVersions(record.version, latest.version) < 0;
  return older && !options.allowDowngrade ? { keep: 'older' } : { record };
}

/** The event that makes this catalogue the next release; it carries only texts that no release held before. */
export function recordOf(
  state: CatalogueState,
  { manifest, texts }: Catalogue,
  { now, format }: Pick<ReleaseOptions, 'now' | 'format'>,
): DefaultsUpgraded {
  const digests: [string, Digest][] = [];
  const added = new Map<Digest, string>();
  for (const [key, raw] of texts) {
    const text = canonical(raw);
    const name = digest(text);
    digests.push([key, name]);
    if (!state.texts.has(name)) added.set(name, text);
  }
  const { version, ...contents } = manifest;
  const named = Object.fromEntries(digests);
  return {
    release: (state.releases.at(-1)?.release ?? 0) + 1,
    version,
    digest: digestOfJson({ manifest: contents, digests: named, format }),
    format,
    timestamp: now,
    manifest,
    digests: named,
    texts: Object.fromEntries(added),
    // A start records it, whoever started the server.
    caller: null,
  };
}
