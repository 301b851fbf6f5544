import type { Command } from 'commander';
import type { NumberOrLatest, Status, VersionWhole } from '@palimpsest/domain';
import { get, step } from '../talking/api.ts';
import { jsonOption, revisionOrLatest } from '../terminal/arguments.ts';
import { attentionLines } from '../text/attention-text.ts';
import { note, print, printJson, printText } from '../terminal/output.ts';
import { facts, table } from '../text/table.ts';
import { textInForce } from '../drafts/text-in-force.ts';
import { number, versionFacts } from '../text/version-text.ts';

interface Options {
  readonly revision?: NumberOrLatest;
  readonly json?: true;
}

export function addShow(program: Command): void {
  program
    .command('show')
    .description('show the configuration in force, or the text of one entry')
    .argument('[key]', 'an entry key, such as runtime/work, team/delivery or team/skill/review')
    .option('--revision <n>', 'an earlier version, or "latest"', revisionOrLatest)
    .addOption(jsonOption())
    .action(show);
}

async function show(key: string | undefined, { revision, json }: Options): Promise<void> {
  const path = revision === undefined ? '/v1/configuration' : `/v1/versions/${String(revision)}`;
  const { body, text } = await get<Status | VersionWhole>(path);
  if (key !== undefined) await showEntry(body, step(key, 'entry key') && key, json);
  else if (json) print(text);
  else print(await overview(body));
}

/** It brings the schemas of the domain, which other verbs can do without. */
const entriesText = () => import('../text/entries-text.ts');

/** Standard output gets the text alone, exactly as it is, so that a file made of it can be edited and saved. */
async function showEntry(version: Status | VersionWhole, key: string, json: true | undefined): Promise<void> {
  const { entryOf } = await entriesText();
  const entry = entryOf(version.configuration, key);
  if (json) {
    printJson(entry);
    return;
  }
  if (entry === null) {
    const { text, release } = await textInForce(version, key);
    note(`${key} has no team text in revision ${String(version.revision)}: the default of release ${String(release)}`);
    printText(text);
    return;
  }
  const more = 'base' in entry ? `based on ${entry.base}` : entry.description;
  note(`${key} of revision ${String(version.revision)}, ${more}`);
  printText('body' in entry ? entry.body : entry.text);
}

async function overview(version: Status | VersionWhole): Promise<string> {
  const release = version.release === null ? null : String(version.release);
  const size =
    'limit' in version
      ? `${number(version.bytes)} of ${number(version.limit)} bytes`
      : `${number(version.bytes)} bytes`;
  const head = facts([...versionFacts(version), ['release', release], ['size', size]]);
  const { entryRows } = await entriesText();
  const rows = entryRows(version.configuration);
  const entries = rows.length === 0 ? 'Every part follows its default.' : table(['entry', 'bytes', 'begins'], rows);
  return [head, ...('limit' in version ? attentionLines(version) : []), entries].join('\n\n');
}
