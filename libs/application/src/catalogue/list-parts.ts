import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { entryKeys, isIdentical, kindOf, placeOf, type PartListed } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { factsOf } from './part-facts.ts';

/** All parts, sections and built-in skills, with overrides of parts that are no more (D5), without texts. */
export class ListParts extends Query<PartListed[]> {}

@QueryHandler(ListParts)
export class ListPartsHandler implements IQueryHandler<ListParts> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute(): Promise<PartListed[]> {
    const present = await this.latest.now();
    const removed = [...present.version.entries.keys()].filter(
      (key) => placeOf(key).map !== 'skills' && kindOf(present.release, key) === undefined,
    );
    return [...entryKeys(present.release), ...removed.sort()].map((key) => {
      const { from, ...facts } = factsOf(present, key);
      const team = facts.team === null ? null : { base: facts.team.base };
      const now = facts.default === null ? null : { digest: facts.default.digest };
      const changed = from === null ? null : { from: { digest: from.digest }, identical: isIdentical(facts) };
      return { ...facts, default: now, team, changed };
    });
  }
}
