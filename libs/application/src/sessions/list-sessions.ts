import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Session } from '@palimpsest/domain';
import type { Page, PageRequest, SessionFilter } from '../ports/views.ts';
import { Projector } from '../views/projector.ts';

/** Lists the Sessions, those of a version, a release or a role too (U3). */
export class ListSessions extends Query<Page<Session>> {
  constructor(
    readonly filter: SessionFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(@Inject(Projector) private readonly projector: Projector) {}

  execute({ filter, page }: ListSessions): Promise<Page<Session>> {
    return this.projector.read('uses', ({ uses }) => uses.sessions(filter, page));
  }
}
