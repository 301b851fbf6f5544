import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { entryKeys, placeOf, Refusal, type PartView } from '@palimpsest/domain';
import { Comparer } from '../comparing/comparer.ts';
import type { Json } from '../comparing/json-bytes.ts';
import { Latest } from '../present/latest.ts';
import { factsOf } from './part-facts.ts';

/** A part, section or built-in skill with its texts: default then, default now, team, their differences and merge (D2). */
export class GetPart extends Query<Json<PartView>> {
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

  async execute({ key }: GetPart): Promise<Json<PartView>> {
    const present = await this.latest.now();
    const isEntry = placeOf(key).map !== 'skills' && present.version.entries.has(key);
    if (!isEntry && !entryKeys(present.release).includes(key))
      throw new Refusal('unknown_part', 'no part or section has this key; GET /v1/parts lists them');
    return this.comparer.compare('part', factsOf(present, key));
  }
}
