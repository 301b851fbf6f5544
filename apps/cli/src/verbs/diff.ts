import type { Command } from 'commander';
import type { NumberOrLatest, VersionDiff } from '@palimpsest/domain';
import { get } from '../talking/api.ts';
import { jsonOption, revisionOrLatest } from '../terminal/arguments.ts';
import { diffText } from '../text/diff-text.ts';
import { colours, print, printJson } from '../terminal/output.ts';

export function addDiff(program: Command): void {
  program
    .command('diff')
    .description('show what changed from one version to another, entry by entry')
    .argument('<a>', 'a revision, or "latest"; 0 is the empty configuration', revisionOrLatest)
    .argument('<b>', 'a revision, or "latest"', revisionOrLatest)
    .argument('[key]', 'only the entry of this key')
    .addOption(jsonOption())
    .action(diff);
}

async function diff(
  a: NumberOrLatest,
  b: NumberOrLatest,
  key: string | undefined,
  { json }: { json?: true },
): Promise<void> {
  const { body, text } = await get<VersionDiff>(`/v1/versions/${String(a)}/diff/${String(b)}`);
  const entries = body.entries.filter((entry) => key === undefined || entry.key === key);
  if (json) {
    if (key === undefined) print(text);
    else printJson({ ...body, entries });
    return;
  }
  const { from, to } = body;
  if (entries.length > 0) print(entries.map(entryText).join('\n\n'));
  else print(`No difference between ${String(from)} and ${String(to)}${key === undefined ? '' : ` in ${key}`}.`);
}

type EntryDiff = VersionDiff['entries'][number];

function entryText({ key, kind, diff: lines, from, to }: EntryDiff): string {
  const isChanged = lines.lines.some((line) => line.kind !== 'same');
  return [colours.bold(`${kind} ${key}`), ...factLines(from, to), ...(isChanged ? [diffText(lines)] : [])].join('\n');
}

/** What an entry holds beside its text: a skill's description, or the default that it stands on. */
function factLines(from: EntryDiff['from'], to: EntryDiff['to']): string[] {
  const [before, after] = [factOf(from), factOf(to)];
  if (before === after) return [];
  return [
    ...(before === null ? [] : [colours.red(`- ${before}`)]),
    ...(after === null ? [] : [colours.green(`+ ${after}`)]),
  ];
}

function factOf(fact: EntryDiff['from']): string | null {
  if (fact === null) return null;
  return 'base' in fact ? `based on ${fact.base}` : `description: ${fact.description}`;
}
