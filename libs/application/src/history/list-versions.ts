import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VersionListed } from '@palimpsest/domain';
import type { Page, PageRequest, VersionFilter } from '../ports/views.ts';
import { Projector } from '../views/projector.ts';

/** The versions, newest first; with a key, the history of that entry (A2). */
export class ListVersions extends Query<Page<VersionListed>> {
  constructor(
    readonly filter: VersionFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListVersions)
export class ListVersionsHandler implements IQueryHandler<ListVersions> {
  constructor(@Inject(Projector) private readonly projector: Projector) {}

  execute({ filter, page }: ListVersions): Promise<Page<VersionListed>> {
    return this.projector.read('versions', ({ versions }) => versions.list(filter, page));
  }
}
