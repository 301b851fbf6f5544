import {
  draftInSteps,
  release as releaseOf,
  type Entries,
  type Fault,
  type ParsedPreview,
  type Steps,
} from '@palimpsest/domain';
import type { Present } from '../present/latest.ts';

/** A preview's draft as a save would store it (S6, S7), or null without one, and its faults of shape and of rules (S8, S16). */
export interface CheckedPreview {
  readonly entries: Entries | null;
  readonly faults: readonly Fault[];
}

/** A draft is checked as a save's is, under the release that it is previewed with: where there is none, by its shape only. */
export function* checkPreview(parsed: ParsedPreview, present: Present, limit: number): Steps<CheckedPreview> {
  const { draft, faults } = parsed;
  if (draft === null) return { entries: null, faults };
  const { catalogue, version } = present;
  const { release: asked = 'latest' } = parsed;
  const release = asked === 'latest' ? present.release : releaseOf(catalogue, asked);
  if (release === undefined) return { entries: null, faults: [...faults, ...draft.faults] };
  const found = yield* draftInSteps(draft, { catalogue, release, saved: version.entries }, limit);
  return { entries: found.settled.entries, faults: [...faults, ...found.faults] };
}
