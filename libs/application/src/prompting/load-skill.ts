import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SkillWhole } from '@palimpsest/domain';
import { recordedCaller, type Caller } from '../caller.ts';
import { Latest } from '../present/latest.ts';
import { KnownSessions } from '../sessions/known-sessions.ts';
import { Uses } from '../sessions/uses.ts';
import { skillOf } from './skills.ts';

/** Gives a Session a skill's body. It counts as a use of that skill at its revision, on record before the answer (P8). */
export class LoadSkill extends Command<SkillWhole> {
  constructor(
    readonly caller: Caller,
    readonly session: string,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(LoadSkill)
export class LoadSkillHandler implements ICommandHandler<LoadSkill> {
  constructor(
    @Inject(Latest) private readonly latest: Latest,
    @Inject(KnownSessions) private readonly sessions: KnownSessions,
    @Inject(Uses) private readonly uses: Uses,
  ) {}

  async execute({ caller, session, name }: LoadSkill): Promise<SkillWhole> {
    const role = await this.sessions.roleOf(session, caller);
    const present = await this.latest.now();
    const skill = skillOf(present, name);
    const { revision, release } = skill;
    const given = {
      session,
      role,
      revision,
      release,
      policy: null,
      skill: name,
      prompt_digest: null,
      caller: recordedCaller(caller),
    };
    await this.uses.record({ ...given, variables: [], ticket: null }, present);
    return skill;
  }
}
