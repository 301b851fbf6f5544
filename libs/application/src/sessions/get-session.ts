import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { useView, type Session } from '@palimpsest/domain';
import { usesOf } from './session-uses.ts';
import { Uses } from './uses.ts';

/** One Session with all that it used, from its own stream (U3). */
export class GetSession extends Query<Session> {
  constructor(readonly session: string) {
    super();
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
