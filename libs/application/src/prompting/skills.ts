import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  defaultText,
  entryKey,
  isSkill,
  placeOf,
  Refusal,
  type SkillListed,
  type SkillWhole,
} from '@palimpsest/domain';
import { Latest, type Present } from '../present/latest.ts';
import { usesOf } from '../sessions/sessions.ts';
import { Uses } from '../sessions/uses.ts';

/** The skills that a Session may load: the built-in ones, as overridden, and the team's (P8). */
export class ListSkills extends Query<SkillListed[]> {}

/** Loads a skill's body. It counts as a use of its revision, on record before the answer (P8). */
export class LoadSkill extends Command<SkillWhole> {
  constructor(
    readonly session: string,
    readonly name: string,
  ) {
    super();
  }
}

@QueryHandler(ListSkills)
export class ListSkillsHandler implements IQueryHandler<ListSkills> {
  constructor(@Inject(Latest) private readonly latest: Latest) {}

  async execute(): Promise<SkillListed[]> {
    return skillsOf(await this.latest.now()).map(({ name, description, source }) => ({ name, description, source }));
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

type Skill = SkillListed & { readonly body: string };

/** Built-in ones first, then the team's by name; a team skill with a reserved name is hidden by the built-in one (D6). */
function skillsOf({ version, release, catalogue }: Present): Skill[] {
  const builtIn = release.manifest.skills.map(({ name, part, description }): Skill => {
    const override = version.entries.get(part);
    if (override !== undefined && !isSkill(override))
      return { name, description, source: 'override', body: override.text };
    return { name, description, source: 'default', body: defaultText(catalogue, release, part) ?? '' };
  });
  const team = [...version.entries].flatMap(([key, entry]): Skill[] => {
    const { map, name } = placeOf(key);
    if (map !== 'skills' || !isSkill(entry) || builtIn.some((each) => each.name === name)) return [];
    return [{ name, description: entry.description, source: 'team', body: entry.body }];
  });
  return [...builtIn, ...team.sort((a, b) => (entryKey.skill(a.name) < entryKey.skill(b.name) ? -1 : 1))];
}
