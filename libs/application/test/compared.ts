import {
  digest,
  evolveCatalogue,
  noReleases,
  nothingSaved,
  recordOf,
  type PartFacts,
  type StaleDraft,
} from '@palimpsest/domain';
import { catalogue } from './small-catalogue.ts';

/** A part whose default changed from `then` to `now` under the team's text. */
export function changedPart(then: string, now: string, team: string): PartFacts {
  const text = (of: string) => ({ text: of, digest: digest(of) });
  const named = { key: 'runtime/work', kind: 'part', summary: '', placeholders: [], state: 'default_changed' } as const;
  return { ...named, placeholders: [], default: text(now), team: { text: team, base: digest(then) }, from: text(then) };
}

/** A draft of `runtime/work` that was made from `base`, while another save made `current` of it. */
export function staleDraft(base: string, current: string, draft: string): StaleDraft {
  const record = recordOf(noReleases, catalogue, { now: '2026-12-01T09:30:00.000Z', format: 1 });
  const recorded = evolveCatalogue(noReleases, record, 0n);
  const work = recorded.releases[0]?.digests.get('runtime/work') ?? '';
  const holding = (text: string) => new Map([['runtime/work', { text, base: work }]]);
  const now = { revision: 2, actor: 'ann', origin: 'panel', timestamp: null, message: null } as const;
  const submitted = { base_revision: 1, overrides: { 'runtime/work': { text: draft } } };
  return {
    base: holding(base),
    version: { ...nothingSaved, revision: 2, entries: holding(current) },
    draft: holding(draft),
    catalogue: recorded,
    limit: 400_000,
    unmerged: { current: now, submitted, errors: [], merged: null, conflicts: [] },
  };
}
