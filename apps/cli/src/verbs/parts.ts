import { Option, type Command } from 'commander';
import type { Page } from '@palimpsest/application';
import type { PartListed, PartView } from '@palimpsest/domain';
import { get, step } from '../talking/api.ts';
import { jsonOption } from '../terminal/arguments.ts';
import { diffText } from '../text/diff-text.ts';
import { Failed } from '../talking/failure.ts';
import { colours, print, printText } from '../terminal/output.ts';
import { facts, table } from '../text/table.ts';
import { number } from '../text/version-text.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

export function addParts(program: Command): void {
  program
    .command('parts')
    .description('list parts, sections and built-in skills, or show one with its default, team text and what changed')
    .argument('[key]', 'a key of the list, such as runtime/work or team/communication')
    .addOption(new Option('--text <which>', 'print this text alone, exactly as it is').choices(Object.keys(texts)))
    .addOption(jsonOption())
    .action(parts);
}

/** The texts of a part, by what `--text` calls them. */
const texts = {
  default: (part: PartView) => part.default?.text,
  team: (part: PartView) => part.team?.text,
  then: (part: PartView) => part.changed?.from.text,
  merged: (part: PartView) => part.changed?.merged,
};

interface Options {
  readonly text?: keyof typeof texts;
  readonly json?: true;
}

async function parts(key: string | undefined, { text: which, json }: Options): Promise<void> {
  if (key === undefined) {
    if (which !== undefined) throw new WrongUse('--text needs the key of a part');
    const { body, text } = await get<Page<PartListed>>('/v1/parts');
    print(json ? text : listText(body.items));
    return;
  }
  const { body, text } = await get<PartView>(`/v1/parts/${step(key, 'key')}`);
  if (which === undefined || json) {
    print(json ? text : partText(body));
    return;
  }
  const chosen = texts[which](body);
  if (chosen == null) throw new Failed(`${key} has no such text: its state is ${body.state}`);
  printText(chosen);
}

const listText = (items: readonly PartListed[]): string =>
  table(
    ['key', 'kind', 'state', 'what it says'],
    items.map(({ key, kind, state, changed, summary }) => [key, kind, stateText(state, changed?.identical), summary]),
  );

function stateText(state: PartView['state'], identical = false): string {
  switch (state) {
    case 'default':
      return colours.dim('default');
    case 'overridden':
      return colours.green('overridden');
    case 'default_changed':
      return colours.yellow(identical ? 'default changed to the same' : 'default changed');
    case 'removed':
      return colours.red('removed');
  }
}

function partText(part: PartView): string {
  const { key, kind, state, summary, placeholders, changed, team } = part;
  const head = facts([
    ['key', key],
    ['kind', kind],
    ['state', stateText(state, changed?.identical)],
    ['what it says', summary],
    ['must keep', placeholders.map((name) => `{${name}}`).join(', ')],
    ['default', part.default?.digest ?? null],
    ['based on', team?.base ?? null],
  ]);
  const shown = [
    ...(part.default === null ? [] : [titled('The default', part.default.text)]),
    ...(team === null ? [] : [titled("The team's text", team.text)]),
  ];
  return [head, ...shown, ...(changed === null ? [] : changedTexts(key, changed))].join('\n\n');
}

function changedTexts(key: string, { default_diff, team_diff, identical, merged, conflicts }: Changed): string[] {
  if (identical) return ['The new default is what the team wrote: the next save lets the part follow it.'];
  const merge =
    merged === null
      ? `The team's text and the new default changed the same lines in ${number(conflicts.length)} places: settle them by hand.`
      : titled("The team's text with what changed in the default", merged);
  return [
    titled('What changed in the default', diffText(default_diff)),
    titled("From the team's text to the new default", diffText(team_diff)),
    merge,
    `To settle it: save FILE --part ${key} --on current, with the text as it shall be; or restore-defaults ${key}.`,
  ];
}
type Changed = NonNullable<PartView['changed']>;

const titled = (title: string, text: string): string => `${colours.bold(title)}\n${text}`;
