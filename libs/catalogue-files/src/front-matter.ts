import { parseDocument } from 'yaml';
import { FileFault } from './folder.ts';
import { slipIn } from './yaml-slip.ts';

const FRONT_MATTER = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;
/** Line 1 of the file is the delimiter. */
const FIRST_LINE = 2;

export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** In which line of the file a field stands, and what is wrong with it as far as that shows. */
  readonly where: (field: string) => string | null;
  /** What follows the front matter. */
  readonly rest: string;
}

/** The front matter of a canonical text. Throws `FileFault` with the line and the remedy. */
export function readFrontMatter(file: string, text: string): FrontMatter {
  const found = FRONT_MATTER.exec(text);
  if (found === null)
    throw new FileFault(`${file} must begin with front matter between two lines "---"; ${missing(text)}`);
  const yaml = found[1] ?? '';
  const lines = yaml.split('\n');
  const fields = parsed(file, yaml, lines);
  return {
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {},
    where(field) {
      const at = lines.findIndex((line) => line.startsWith(`${field}:`));
      return at === -1 ? null : `line ${String(at + FIRST_LINE)}: ${slipIn(lines, at)}`;
    },
    rest: text.slice(found[0].length),
  };
}

function missing(text: string): string {
  const [first = ''] = text.split('\n');
  if (/^---[ \t]*$/.test(first)) return 'a second line "---" is missing: add it after the last field';
  if (first.trim() === '') return 'line 1 is empty: remove it, or write "---" there';
  return 'line 1 is none: write "---" there, alone and without anything before it';
}

function parsed(file: string, yaml: string, lines: readonly string[]): unknown {
  // By this schema every scalar is text, also a name that looks like a number.
  const document = parseDocument(yaml, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' });
  // A warning tells of a text that was taken for a tag, and lost its first word.
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    const at = yaml.slice(0, fault.pos[0]).split('\n').length - 1;
    throw noYaml(
      file,
      at,
      fault.code === 'DUPLICATE_KEY' ? 'a field that is there twice; remove one' : slipIn(lines, at),
    );
  }
  try {
    return document.toJS();
  } catch {
    // An alias without its anchor, or more aliases than a front matter can mean.
    const at = Math.max(
      lines.findIndex((line) => /[:-][ \t]+\*|^\*/.test(line)),
      0,
    );
    throw noYaml(file, at, slipIn(lines, at));
  }
}

const noYaml = (file: string, at: number, slip: string): FileFault =>
  new FileFault(`${file} has front matter that is no YAML in line ${String(at + FIRST_LINE)}: ${slip}`);
