import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { entryKeys, placeOf, Refusal, type PartView } from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import { Latest } from '../present/latest.ts';
import { factsOf, isIdentical } from './part-facts.ts';

/** A part, section or built-in skill with its texts: default then, default now, team, their differences and merge (D2). */
export class GetPart extends Query<PartView> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(GetPart)
export class GetPartHandler implements IQueryHandler<GetPart> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Comparer) private readonly comparer: Comparer,
  ) {}

  async execute({ key }: GetPart): Promise<PartView> {
    const present = await this.latest.now();
    const isEntry = placeOf(key).map !== 'skills' && present.version.entries.has(key);
    if (!isEntry && !entryKeys(present.release).includes(key))
      throw new Refusal('unknown_part', 'no part or section has this key; GET /v1/parts lists them');
    const { from, ...facts } = factsOf(present, key);
    if (from === null || facts.default === null || facts.team === null) return { ...facts, changed: null };
    const [then, now, team] = [from.text, facts.default.text, facts.team.text];
    const [default_diff, team_diff, merge] = await Promise.all([
      this.comparer.diff(then, now),
      this.comparer.diff(team, now),
      this.comparer.merge(then, team, now),
    ]);
    const identical = isIdentical(facts);
    const changed = { from, default_diff, team_diff, merged: merge.text, conflicts: [...merge.hunks], identical };
    return { ...facts, changed };
  }
}
