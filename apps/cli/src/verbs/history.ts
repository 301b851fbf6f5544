import type { Command } from 'commander';
import type { Origin, VersionListed } from '@palimpsest/domain';
import { when } from '../text/age.ts';
import { step } from '../talking/api.ts';
import { jsonOption, limitOption, originOption } from '../terminal/arguments.ts';
import { beginning } from '../text/beginning.ts';
import { print, printJson } from '../terminal/output.ts';
import { list } from '../talking/pages.ts';
import { table } from '../text/table.ts';
import { by, keysText, kindText } from '../text/version-text.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

interface Options {
  readonly limit?: number;
  readonly origin?: Origin;
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
  readonly at?: string;
  readonly json?: true;
}

export function addHistory(program: Command): void {
  program
    .command('history')
    .description('list the versions, or those in which one entry changed, newest first')
    .argument('[key]', 'an entry key')
    .addOption(limitOption())
    .addOption(originOption('only versions from there'))
    .option('--actor <name>', 'only versions of that actor')
    .option('--since <time>', 'not before this time, such as 2026-12-01T09:30:00Z')
    .option('--until <time>', 'before this time')
    .option('--at <time>', 'the version that was in force then, alone')
    .addOption(jsonOption())
    .action(history);
}

async function history(key: string | undefined, { limit, json, ...filter }: Options): Promise<void> {
  const isFiltered = Object.keys(filter).length > 0;
  if (filter.at !== undefined && (key !== undefined || Object.keys(filter).length > 1))
    throw new WrongUse('--at stands alone: the version in force at a time is one');
  // Only the history of a key tells a key that never was from one that never changed.
  const path = key === undefined || isFiltered ? '/v1/versions' : `/v1/history/${step(key, 'entry key')}`;
  const found = await list<VersionListed>(path, isFiltered ? { ...filter, key } : {}, limit);
  if (json) printJson(found);
  else print(found.items.length === 0 ? 'No version.' : historyText(found.items));
}

/** One row a version. */
export function historyText(versions: readonly VersionListed[]): string {
  return table(
    ['revision', 'made', 'by', 'kind', 'changed', 'message'],
    versions.map((version) => [
      String(version.revision),
      when(version.timestamp),
      by(version),
      kindText(version),
      keysText(version.changed),
      beginning(version.message ?? ''),
    ]),
  );
}
