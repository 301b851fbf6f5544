import { Inject, Injectable } from '@nestjs/common';
import {
  draftOf,
  draftOfRestore,
  mergeConfigurations,
  stale,
  versionView,
  type Entries,
  type ParsedSave,
  type Refusal,
  type Restore,
} from '@palimpsest/domain';
import { Comparer } from './comparing/comparer.ts';
import { DEPLOYMENT, type Deployment } from './deployment.ts';
import type { Present } from './latest.ts';
import { Versions } from './versions.ts';

/** Makes the refusal of a draft whose base is not current: with all that is needed to go on (S1, S11). */
@Injectable()
export class StaleDrafts {
  constructor(
    @Inject(Versions) private readonly versions: Versions,
    @Inject(Comparer) private readonly comparer: Comparer,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async ofSave(present: Present, parsed: ParsedSave, base: number): Promise<Refusal> {
    const details = { ...currentOf(present), submitted: parsed.raw };
    if (base > present.version.revision)
      return stale(present.version, base, { ...details, errors: [], merged: null, conflicts: [] });
    const { catalogue, release } = present;
    const { limit } = this.deployment;
    const saved = (await this.versions.get(base)).entries;
    const rules = { catalogue, release, saved };
    const { entries, faults } = draftOf(parsed, rules, limit);
    return stale(present.version, base, {
      ...details,
      errors: faults,
      ...(await this.#merge(present, saved, entries)),
    });
  }

  /** A restore's draft is what it would have made of its base. */
  async ofRestore(present: Present, request: Restore, target: Entries, submitted: unknown): Promise<Refusal> {
    const base = request.base_revision;
    const details = { ...currentOf(present), submitted };
    if (base > present.version.revision)
      return stale(present.version, base, { ...details, errors: [], merged: null, conflicts: [] });
    const { catalogue, release } = present;
    const saved = (await this.versions.get(base)).entries;
    const rules = { catalogue, release, saved };
    const { entries, faults } = draftOfRestore(target, request, rules, this.deployment.limit);
    return stale(present.version, base, {
      ...details,
      errors: faults,
      ...(await this.#merge(present, saved, entries)),
    });
  }

  #merge({ version, catalogue, release }: Present, base: Entries, draft: Entries) {
    const rules = { catalogue, release, saved: version.entries };
    const { limit } = this.deployment;
    return mergeConfigurations(base, version.entries, draft, rules, limit, (b, c, d) => this.comparer.merge(b, c, d));
  }
}

function currentOf({ version }: Present) {
  const { revision, actor, origin, timestamp, message } = versionView(version.record);
  return { current: { revision, actor, origin, timestamp, message } };
}
