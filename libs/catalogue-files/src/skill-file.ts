import { canonical } from '@palimpsest/domain';
import { FileFault } from './folder.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';

/** A SKILL.md (Agent Skills format): name and description of its front matter, and its body, canonical. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** The most that the format allows, and that a team's own skill may have (S8). */
const DESCRIPTION_CHARACTERS = 1024;

/** Parses a SKILL.md. Throws `FileFault`. Blank lines between the front matter and the body belong to neither. */
export function parseSkillFile(file: string, text: string): SkillFile {
  const front = readFrontMatter(file, canonical(text));
  const name = fieldOf(file, front, 'name');
  const description = fieldOf(file, front, 'description');
  if ([...description].length > DESCRIPTION_CHARACTERS) {
    throw new FileFault(`${file} has a description over ${String(DESCRIPTION_CHARACTERS)} characters; shorten it`);
  }
  return { name, description, body: front.rest.replace(/^\n+/, '') };
}

function fieldOf(file: string, { fields, where }: FrontMatter, name: 'name' | 'description'): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new FileFault(`${file} needs a ${name} in its front matter; ${where(name) ?? `write "${name}: …"`}`);
}
