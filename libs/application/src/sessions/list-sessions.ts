import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NumberOrLatest, Session } from '@palimpsest/domain';
import type { Page, PageRequest, SessionFilter } from '../ports/views.ts';
import { Latest } from '../present/latest.ts';
import { Projector } from '../views/projector.ts';

/** As the read model's filter, by what is read. */
type SessionsWanted = Omit<SessionFilter, 'revision' | 'release'> & {
  readonly revision?: NumberOrLatest | undefined;
  readonly release?: NumberOrLatest | undefined;
};

/** Lists the Sessions, those of a version, a release or a role too (U3). */
export class ListSessions extends Query<Page<Session>> {
  constructor(
    readonly filter: SessionsWanted,
    readonly page: PageRequest,
  ) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Latest) private readonly latest: Latest,
  ) {}

  async execute({ filter: { revision, release, role }, page }: ListSessions): Promise<Page<Session>> {
    const filter = {
      revision: revision === 'latest' ? (await this.latest.now()).version.revision : revision,
      release: release === 'latest' ? (await this.latest.now()).release.release : release,
      role,
    };
    return this.projector.read('uses', ({ uses }) => uses.sessions(filter, page));
  }
}
