import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SkillListed } from '@palimpsest/domain';
import type { Caller } from '../caller.ts';
import { Latest } from '../present/latest.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { skillsOf } from './skills.ts';

/** The skills that a Session may load: the built-in ones, as overridden, and the team's (P8). */
export class ListSkills extends Query<SkillListed[]> {
  constructor(
    readonly caller: Caller,
    readonly session: string,
  ) {
    super();
  }
}

@QueryHandler(ListSkills)
export class ListSkillsHandler implements IQueryHandler<ListSkills> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(KnownSessions) private readonly sessions: KnownSessions,
  ) {}

  async execute({ caller, session }: ListSkills): Promise<SkillListed[]> {
    await this.sessions.roleOf(session, caller);
    return skillsOf(await this.latest.now()).map(({ name, description, source }) => ({ name, description, source }));
  }
}
