import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { kindOf, Refusal, type VersionListed } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import type { Page, PageRequest } from '../ports/views.ts';
import { Projector } from '../views/projector.ts';

/** The versions in which one entry changed, newest first (A2). */
export class GetHistory extends Query<Page<VersionListed>> {
  constructor(
    readonly key: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Latest) private readonly latest: Latest,
  ) {}

  /** Throws `unknown_part` for a key that no release had and no version changed. */
  async execute({ key, page }: GetHistory): Promise<Page<VersionListed>> {
    const history = await this.projector.read('versions', ({ versions }) => versions.list({ key }, page));
    const { catalogue } = await this.latest.now();
    const isKnown =
      history.items.length > 0 || catalogue.releases.some((release) => kindOf(release, key) !== undefined);
    if (isKnown || page.cursor !== undefined) return history;
    throw new Refusal(
      'unknown_part',
      'no entry ever had this key; keys are such as runtime/work, team/delivery, team/skill/name',
    );
  }
}
