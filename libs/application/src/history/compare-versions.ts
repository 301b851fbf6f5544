import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { changedKeys, type Entries, type NumberOrLatest, type VersionDiff } from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import type { Json } from '../comparing/json-bytes.ts';
import { Versions } from './versions.ts';

/** The difference of two versions, entry by entry, with word-level changes (A2). */
export class CompareVersions extends Query<Json<VersionDiff>> {
  constructor(
    readonly from: NumberOrLatest,
    readonly to: NumberOrLatest,
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
    const [a, b] = await Promise.all([this.versions.get(from), this.versions.get(to)]);
    const keys = changedKeys(a.entries, b.entries);
    const [before, after] = [only(keys, a.entries), only(keys, b.entries)];
    return this.comparer.compare('versions', { from: a.revision, to: b.revision, before, after });
  }
}

function only(keys: readonly string[], entries: Entries): Entries {
  const wanted = new Set(keys);
  return new Map([...entries].filter(([key]) => wanted.has(key)));
}
