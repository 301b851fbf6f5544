import { canonical } from '@palimpsest/domain';
import { parseDocument } from 'yaml';
import { FileFault } from './folder.ts';

/** A SKILL.md (Agent Skills format): name and description of its front matter, and its body, canonical. */
export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;
/** The most that the format allows, and that a team's own skill may have (S8). */
const DESCRIPTION_CHARACTERS = 1024;

/** Parses a SKILL.md. Throws `FileFault`. Blank lines between the front matter and the body belong to neither. */
export function parseSkillFile(file: string, text: string): SkillFile {
  const whole = canonical(text);
  const found = FRONT_MATTER.exec(whole);
  if (found === null) throw new FileFault(`${file} must begin with front matter between two lines "---"`);
  const fields = frontMatter(file, found[1] ?? '');
  const name = fieldOf(file, fields, 'name');
  const description = fieldOf(file, fields, 'description');
  if ([...description].length > DESCRIPTION_CHARACTERS) {
    throw new FileFault(`${file} has a description over ${String(DESCRIPTION_CHARACTERS)} characters; shorten it`);
  }
  return { name, description, body: whole.slice(found[0].length).replace(/^\n+/, '') };
}

function frontMatter(file: string, yaml: string): unknown {
  // By this schema every scalar is text, also a name that looks like a number.
  const document = parseDocument(yaml, { schema: 'failsafe', prettyErrors: false });
  const fault = document.errors[0];
  if (fault !== undefined) throw noYaml(file, fault.message);
  try {
    return document.toJS();
  } catch (error) {
    // An alias without its anchor, or more aliases than a front matter can mean.
    throw noYaml(file, error instanceof Error ? error.message : '');
  }
}

function noYaml(file: string, reason: string): FileFault {
  return new FileFault(`${file} has front matter that is no YAML; correct it: ${reason}`);
}

function fieldOf(file: string, fields: unknown, name: 'name' | 'description'): string {
  const value: unknown =
    typeof fields === 'object' && fields !== null && Object.hasOwn(fields, name)
      ? (fields as Record<string, unknown>)[name]
      : undefined;
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new FileFault(`${file} needs a ${name} in its front matter; write "${name}: …"`);
}
