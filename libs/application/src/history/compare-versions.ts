import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { changedKeys, isSkill, type Entry, type NumberOrLatest, type VersionDiff } from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import { Versions } from './versions.ts';

/** The difference of two versions, entry by entry, with word-level changes (A2). */
export class CompareVersions extends Query<VersionDiff> {
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

  async execute({ from, to }: CompareVersions): Promise<VersionDiff> {
    const [before, after] = await Promise.all([this.versions.get(from), this.versions.get(to)]);
    const entries: VersionDiff['entries'] = [];
    // One after the other: all at once would fill the queue of comparisons, also for others.
    for (const key of changedKeys(before.entries, after.entries)) {
      const [a, b] = [before.entries.get(key), after.entries.get(key)];
      const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
      entries.push({ key, kind, diff: await this.comparer.diff(textOf(a), textOf(b)), from: facts(a), to: facts(b) });
    }
    return { from: before.revision, to: after.revision, entries };
  }
}

const textOf = (entry: Entry | undefined): string =>
  entry === undefined ? '' : isSkill(entry) ? entry.body : entry.text;

/** What an entry holds beside its text: a skill's description, or the base that it stands on. */
function facts(entry: Entry | undefined) {
  if (entry === undefined) return null;
  return isSkill(entry) ? { description: entry.description } : { base: entry.base };
}
