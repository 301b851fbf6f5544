import type { Command } from 'commander';
import type { PartListed, PartView } from '@palimpsest/domain';
import { get, step } from './api.ts';
import { jsonOption } from './arguments.ts';
import { diffText } from './diff-text.ts';
import { colours, print } from './output.ts';
import { facts, table } from './table.ts';

export function addParts(program: Command): void {
  program
    .command('parts')
    .description('list parts, sections and built-in skills, or show one with its default, team text and what changed')
    .argument('[key]', 'a key of the list, such as runtime/work or team/communication')
    .addOption(jsonOption())
    .action(parts);
}

async function parts(key: string | undefined, { json }: { json?: true }): Promise<void> {
  if (key === undefined) {
    const { body, text } = await get<{ items: PartListed[] }>('/v1/parts');
    print(json ? text : listText(body.items));
    return;
  }
  const { body, text } = await get<PartView>(`/v1/parts/${step(key, 'key')}`);
  print(json ? text : partText(body));
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
  const texts = [
    ...(part.default === null ? [] : [titled('The default', part.default.text)]),
    ...(team === null ? [] : [titled("The team's text", team.text)]),
  ];
  return [head, ...texts, ...(changed === null ? [] : changedTexts(changed))].join('\n\n');
}

function changedTexts({
  default_diff,
  team_diff,
  identical,
  merged,
  conflicts,
}: NonNullable<PartView['changed']>): string[] {
  if (identical) return ['The new default is what the team wrote: the next save lets the part follow it.'];
  const merge =
    merged === null
      ? [
          `The team's text and the new default changed the same lines in ${String(conflicts.length)} places: settle them by hand.`,
        ]
      : [titled("The team's text with what changed in the default", merged)];
  return [
    titled('What changed in the default', diffText(default_diff)),
    titled("From the team's text to the new default", diffText(team_diff)),
    ...merge,
  ];
}

const titled = (title: string, text: string): string => `${colours.bold(title)}\n${text}`;
