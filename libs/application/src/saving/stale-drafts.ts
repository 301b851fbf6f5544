import { Inject, Injectable } from '@nestjs/common';
import {
  draftInSteps,
  draftOfRestoreInSteps,
  Refusal,
  stale,
  told,
  versionView,
  type Draft,
  type ParsedSave,
  type Restore,
  type RestoreTarget,
  type Rules,
  type StaleDetails,
  type VersionState,
} from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import { JsonBytes, type Json } from '../comparing/json-bytes.ts';
import { DEPLOYMENT, type Deployment } from '../deployment.ts';
import { inTurns } from '../in-turns.ts';
import type { Present } from '../present/latest.ts';
import { problem, ProblemError } from '../problems.ts';
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

  ofSave(present: Present, parsed: ParsedSave, base: number): Promise<Error> {
    const { limit } = this.deployment;
    return this.#refusal(present, base, parsed.raw, (rules) => inTurns(draftInSteps(parsed, rules, limit)));
  }

  /** A restore's draft is what it would have made of its base. */
  ofRestore(
    present: Present,
    request: Restore,
    target: () => Promise<RestoreTarget>,
    submitted: unknown,
  ): Promise<Error> {
    const { limit } = this.deployment;
    return this.#refusal(present, request.base_revision, submitted, async (rules) =>
      inTurns(draftOfRestoreInSteps((await target()).entries, request, rules, limit)),
    );
  }

  async #refusal(
    present: Present,
    base: number,
    submitted: unknown,
    draftOn: (rules: Rules) => Promise<Draft>,
  ): Promise<Error> {
    const { version, catalogue, release } = present;
    const isAhead = base > version.revision;
    const unmerged = { current: currentOf(present), submitted, errors: [], merged: null, conflicts: [] };
    try {
      // A base that is not there yet has no entries: what S8 finds is told on the current ones.
      const saved = isAhead ? version.entries : (await this.versions.get(base)).entries;
      const { entries, faults } = await draftOn({ catalogue, release, saved });
      const found = { ...unmerged, ...told(faults) };
      if (isAhead) return stale(version, base, found);
      const { limit } = this.deployment;
      const given = { base: saved, version, draft: entries, catalogue, limit, unmerged: found };
      return refusalWith(await this.comparer.compare('stale', given), version, base);
    } catch (error) {
      // What a restore would bring may not be there: that the base is ahead is told first (S16).
      if (isAhead && (error instanceof ViewPaused || error instanceof Refusal)) return stale(version, base, unmerged);
      if (!(error instanceof ViewPaused)) throw error;
      return staleUnmerged(version.revision, base, unmerged);
    }
  }
}

/** The refusal with its details: large ones are bytes, which the edge sends as they are. */
function refusalWith(details: Json<StaleDetails>, version: VersionState, base: number): Error {
  if (!(details instanceof JsonBytes)) return stale(version, base, { ...details });
  const { code, message } = stale(version, base, {});
  return new ProblemError(problem(code, message, details));
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
