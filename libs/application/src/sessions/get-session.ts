import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { useView, type Session } from '@palimpsest/domain';
import { KnownSessions } from './known-sessions.ts';

/** One Session with all that it used, from its own stream (U3). */
export class GetSession extends Query<Session> {
  constructor(readonly session: string) {
    super();
  }
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(@Inject(KnownSessions) private readonly sessions: KnownSessions) {}

  async execute({ session }: GetSession): Promise<Session> {
    const { role, uses } = await this.sessions.usesOf(session);
    return { session, role, uses: uses.map(useView) };
  }
}
