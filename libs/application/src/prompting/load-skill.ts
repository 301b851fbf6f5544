import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal, type SkillWhole } from '@palimpsest/domain';
import { Latest } from '../present/latest.ts';
import { usesOf } from '../sessions/session-uses.ts';
import { Uses } from '../sessions/uses.ts';
import { skillsOf } from './skills.ts';

/** Loads a skill's body. It counts as a use of its revision, on record before the answer (P8). */
export class LoadSkill extends Command<SkillWhole> {
  constructor(
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
    @Inject(Uses) private readonly uses: Uses,
  ) {}

  async execute({ session, name }: LoadSkill): Promise<SkillWhole> {
    const present = await this.latest.now();
    const [{ role }] = await usesOf(this.uses, session);
    const skill = skillsOf(present).find((each) => each.name === name);
    if (skill === undefined) throw new Refusal('unknown_skill', `there is no skill of this name; list them first`);
    const revision = present.version.revision;
    const release = present.release.release;
    const given = { session, role, revision, release, policy: null, skill: name, prompt_digest: null };
    await this.uses.record({ ...given, variables: [], ticket: null });
    return { ...skill, revision, release };
  }
}
