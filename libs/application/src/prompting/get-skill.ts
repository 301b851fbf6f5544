import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SkillWhole } from '@palimpsest/domain';
import type { Caller } from '../caller.ts';
import { Latest } from '../present/latest.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { skillOf } from './skills.ts';

/** What `LoadSkill` would answer, for a request that does not give the Session the body: nothing is recorded. */
export class GetSkill extends Query<SkillWhole> {
  constructor(
    readonly caller: Caller,
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

  async execute({ caller, session, name }: GetSkill): Promise<SkillWhole> {
    await this.sessions.roleOf(session, caller);
    return skillOf(await this.latest.now(), name);
  }
}
