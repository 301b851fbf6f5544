import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReleaseView } from '@palimpsest/domain';
import { InvalidCursor, type Page, type PageRequest } from '../ports/views.ts';
import { Latest } from '../present/latest.ts';
import { releaseView } from './release-view.ts';

/** The recorded catalogues, newest first (C5). */
export class ListReleases extends Query<Page<ReleaseView>> {
  constructor(readonly page: PageRequest) {
    super();
  }
}

@QueryHandler(ListReleases)
export class ListReleasesHandler implements IQueryHandler<ListReleases> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute({ page: { limit, cursor } }: ListReleases): Promise<Page<ReleaseView>> {
    if (cursor !== undefined && !/^[1-9][0-9]{0,8}$/.test(cursor)) throw new InvalidCursor();
    const { catalogue } = await this.latest.now();
    const before = catalogue.releases.filter(({ release }) => cursor === undefined || release < Number(cursor));
    const items = before.reverse().slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(releaseView),
      next_cursor: last === undefined || before.length <= limit ? null : String(last.release),
    };
  }
}
