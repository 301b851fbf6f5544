import { Inject, Injectable } from '@nestjs/common';
import {
  draftInSteps,
  draftOfRestore,
  mergeConfigurations,
  Refusal,
  stale,
  versionView,
  type Draft,
  type Entries,
  type ParsedSave,
  type Restore,
  type RestoreTarget,
  type Rules,
} from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { inTurns } from '../in-turns.ts';
import type { Present } from '../present/latest.ts';
import { ViewPaused } from '../views/projector.ts';
import { Versions } from '../history/versions.ts';

/** Makes the refusal of a draft whose base is not current: with all that is needed to go on (S1, S11). */
@Injectable()
export class StaleDrafts {
  constructor(
    @Inject(Versions) private readonly versions: Versions,
    @Inject(Comparer) private readonly comparer: Comparer,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  ofSave(present: Present, parsed: ParsedSave, base: number): Promise<Refusal> {
    const { limit } = this.deployment;
    return this.#refusal(present, base, parsed.raw, (rules) => inTurns(draftInSteps(parsed, rules, limit)));
  }

  /** A restore's draft is what it would have made of its base. */
  ofRestore(
    present: Present,
    request: Restore,
    target: () => Promise<RestoreTarget>,
    submitted: unknown,
  ): Promise<Refusal> {
    const { limit } = this.deployment;
    return this.#refusal(present, request.base_revision, submitted, async (rules) =>
      draftOfRestore((await target()).entries, request, rules, limit),
    );
  }

  async #refusal(
    present: Present,
    base: number,
    submitted: unknown,
    draftOn: (rules: Rules) => Draft | Promise<Draft>,
  ): Promise<Refusal> {
    const { version, catalogue, release } = present;
    const unmerged = { current: currentOf(present), submitted, errors: [], merged: null, conflicts: [] };
    if (base > version.revision) return stale(version, base, unmerged);
    try {
      const saved = (await this.versions.get(base)).entries;
      const { entries, faults } = await draftOn({ catalogue, release, saved });
      const merging = await this.#merge(present, saved, entries);
      return stale(version, base, { ...unmerged, errors: faults, ...merging });
    } catch (error) {
      if (!(error instanceof ViewPaused)) throw error;
      return staleUnmerged(version.revision, base, unmerged);
    }
  }

  #merge({ version, catalogue, release }: Present, base: Entries, draft: Entries) {
    const rules = { catalogue, release, saved: version.entries };
    const { limit } = this.deployment;
    return mergeConfigurations(base, version.entries, draft, rules, limit, (b, c, d) => this.comparer.merge(b, c, d));
  }
}

/** The older version cannot be read while its read model is paused; the draft is given back all the same (S1). */
function staleUnmerged(current: number, base: number, details: Readonly<Record<string, unknown>>): Refusal {
  const message =
    `the configuration was changed since revision ${String(base)}; the current revision is ${String(current)}. There is ` +
    'no merge, as the read model versions is paused: compare your draft with the current configuration and save again';
  return new Refusal('stale_revision', message, details);
}

function currentOf({ version }: Present) {
  const { revision, actor, origin, timestamp, message } = versionView(version.record);
  return { revision, actor, origin, timestamp, message };
}
