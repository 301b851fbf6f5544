import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SkillWhole } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { skillOf } from './skills.ts';

/** What `LoadSkill` would answer, for a request that does not give the Session the body: nothing is recorded. */
export class GetSkill extends Query<SkillWhole> {
  constructor(
    readonly session: string,
    readonly name: string,
  ) {
    super();
  }
}

@QueryHandler(GetSkill)
export class GetSkillHandler implements IQueryHandler<GetSkill> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(KnownSessions) private readonly sessions: KnownSessions,
  ) {}

  async execute({ session, name }: GetSkill): Promise<SkillWhole> {
    await this.sessions.roleOf(session);
    return skillOf(await this.latest.now(), name);
  }
}
