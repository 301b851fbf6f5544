import { Inject, Injectable } from '@nestjs/common';
import {
  checkSize,
  draftOf,
  mergeConfigurations,
  sizePath,
  stale,
  versionView,
  withBases,
  type Entries,
  type Fault,
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
    const draft = draftOf(parsed, rules);
    const entries = withBases(draft.entries, rules, parsed.request?.release);
    const errors = [...draft.faults, ...checkSize(saved, entries, limit, sizePath(parsed))];
    return stale(present.version, base, { ...details, errors, ...(await this.#merge(present, saved, entries)) });
  }

  /** A restore's draft is what it would have made of its base. */
  async ofRestore(present: Present, request: Restore, target: Entries, submitted: unknown): Promise<Refusal> {
    const base = request.base_revision;
    const details = { ...currentOf(present), submitted, errors: [] as Fault[] };
    if (base > present.version.revision)
      return stale(present.version, base, { ...details, merged: null, conflicts: [] });
    const saved = (await this.versions.get(base)).entries;
    const draft = request.keys === undefined ? target : restored(saved, target, request.keys);
    return stale(present.version, base, { ...details, ...(await this.#merge(present, saved, draft)) });
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

function restored(base: Entries, target: Entries, keys: readonly string[]): Entries {
  const entries = new Map(base);
  for (const key of keys) {
    const entry = target.get(key);
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
  }
  return entries;
}
