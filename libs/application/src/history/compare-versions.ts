import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { changedKeys, type Entries, type VersionDiff } from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import type { Json } from '../comparing/json-bytes.ts';
import { Versions } from './versions.ts';

/** The difference of two versions, entry by entry, with word-level changes (A2). */
export class CompareVersions extends Query<Json<VersionDiff>> {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    super();
  }
}

@QueryHandler(CompareVersions)
export class CompareVersionsHandler implements IQueryHandler<CompareVersions> {
  constructor(
    @Inject(Versions) private readonly versions: Versions,
    @Inject(Comparer) private readonly comparer: Comparer,
  ) {}

  async execute({ from, to }: CompareVersions): Promise<Json<VersionDiff>> {
    const [{ entries: before }, { entries: after }] = await Promise.all([
      this.versions.get(from),
      this.versions.get(to),
    ]);
    const keys = changedKeys(before, after);
    return this.comparer.compare('versions', { from, to, before: only(keys, before), after: only(keys, after) });
  }
}

function only(keys: readonly string[], entries: Entries): Entries {
  const wanted = new Set(keys);
  return new Map([...entries].filter(([key]) => wanted.has(key)));
}
