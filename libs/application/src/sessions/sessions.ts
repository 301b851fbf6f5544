import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refusal, useView, type RevisionUsed, type Session, type VersionWhole } from '@palimpsest/domain';
import { versionWhole } from '../history/get-version.ts';
import type { Page, PageRequest, SessionFilter } from '../ports/views.ts';
import { Projector } from '../views/projector.ts';
import { Uses } from './uses.ts';
import { Versions } from '../history/versions.ts';

/** Lists the Sessions, those of a version, a release or a role too (U3). */
export class ListSessions extends Query<Page<Session>> {
  constructor(
    readonly filter: SessionFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One Session with all that it used, from its own stream (U3). */
export class GetSession extends Query<Session> {
  constructor(readonly session: string) {
    super();
  }
}

/** A version, if the Session may read it (U4). */
export class GetSessionVersion extends Query<VersionWhole> {
  constructor(
    readonly session: string,
    readonly revision: number,
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

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(@Inject(Uses) private readonly uses: Uses) {}

  async execute({ session }: GetSession): Promise<Session> {
    const uses = await usesOf(this.uses, session);
    return { session, role: uses[0].role, uses: uses.map(useView) };
  }
}

@QueryHandler(GetSessionVersion)
export class GetSessionVersionHandler implements IQueryHandler<GetSessionVersion> {
  constructor(
    @Inject(Uses) private readonly uses: Uses,
    @Inject(Versions) private readonly versions: Versions,
  ) {}

  async execute({ session, revision }: GetSessionVersion): Promise<VersionWhole> {
    const uses = await usesOf(this.uses, session);
    if (uses[0].role === 'worker' && !uses.some((use) => use.revision === revision)) {
      const own = [...new Set(uses.map((use) => use.revision))].join(', ');
      throw new Refusal('revision_not_used', `Session ${session} worked under ${own} only`);
    }
    return versionWhole(await this.versions.get(revision));
  }
}

/** The recorded uses of a Session, at least one. Throws `unknown_session`. */
export async function usesOf(uses: Uses, session: string): Promise<[RevisionUsed, ...RevisionUsed[]]> {
  const [first, ...more] = await uses.of(session);
  if (first !== undefined) return [first, ...more];
  throw new Refusal('unknown_session', `Session ${session} was never given a prompt`);
}
