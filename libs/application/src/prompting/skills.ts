import { defaultText, entryKey, isSkill, placeOf, Refusal, type SkillWhole } from '@palimpsest/domain';
import type { Present } from '../present/latest.ts';

/** A skill with its body. */
export type Skill = Omit<SkillWhole, 'revision' | 'release'>;

/** Built-in ones first, then the team's by name; a team skill with a reserved name is hidden by the built-in one (D6). */
export function skillsOf({ version, release, catalogue }: Present): Skill[] {
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

/** The skill of that name, with what it is given from. Throws `unknown_skill`. */
export function skillOf(present: Present, name: string): SkillWhole {
  const skill = skillsOf(present).find((each) => each.name === name);
  if (skill === undefined) throw new Refusal('unknown_skill', `there is no skill of this name; list them first`);
  return { ...skill, revision: present.version.revision, release: present.release.release };
}
