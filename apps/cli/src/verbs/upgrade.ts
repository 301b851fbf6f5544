import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { TouchedEntry, UpgradeCheck, UpgradeEffect } from '@palimpsest/application';
import { jsonOption } from '../terminal/arguments.ts';
import { colours, print, printJson } from '../terminal/output.ts';
import { facts, table } from '../text/table.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

interface Options {
  readonly check?: true;
  readonly builtins?: string;
  readonly allowDowngrade?: true;
  readonly json?: true;
}

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description(
      'say what the start of this build, or of other built-in text, would do to the team; nothing is written',
    )
    .option('--check', 'to be given: upgrades happen at the start of the server')
    .option(
      '--builtins <folder>',
      'the folder of the new build that holds prompts/ and skills/; else that of the settings',
    )
    .option('--allow-downgrade', 'as if the server were started with it')
    .addOption(jsonOption())
    .action(upgrade);
}

const NOTHING = { revision: 0, entries: new Map<string, never>() };

async function upgrade({ check, builtins: folder, allowDowngrade, json }: Options): Promise<void> {
  if (!check) throw new WrongUse('say upgrade --check: the upgrade itself happens when the new build is started');
  const { builtins, openExistingStore, readSettings } = await import('@palimpsest/server');
  const { checkUpgrade, Latest } = await import('@palimpsest/application');
  const settings = readSettings(process.env, allowDowngrade ?? false);
  const build = await builtins(folder === undefined ? settings.builtins : resolve(folder)).load();
  const log = await openExistingStore(settings);
  try {
    const latest = new Latest(log, settings);
    const { catalogue } = await latest.catalogue();
    const version = catalogue.releases.length === 0 ? NOTHING : (await latest.now()).version;
    const now = new Date().toISOString();
    const found = checkUpgrade(version, catalogue, build, { now, allowDowngrade: settings.allowDowngrade });
    if (json) printJson(found);
    else print(checkText(found));
  } finally {
    await log.close();
  }
}

function checkText(found: UpgradeCheck): string {
  const { release, build, parts, manifest, entries, revision } = found;
  const head = facts([
    [
      'in force',
      release === null ? 'no release yet' : `release ${String(release.release)}, version ${release.version}`,
    ],
    ['new build', `version ${build.version}`],
    ['it would', decisionText(found)],
    ['parts added', parts.added.join(', ')],
    ['parts changed', parts.changed.join(', ')],
    ['parts removed', parts.removed.join(', ')],
    ['of the manifest', manifest.join(', ')],
  ]);
  if (found.decision !== 'recorded') return head;
  if (entries.length === 0) return `${head}\n\nIt touches no entry of the team (revision ${String(revision)}).`;
  return `${head}\n\n${table(['entry of the team', 'what happens'], entries.map(entryRow))}`;
}

function decisionText({ decision, release }: UpgradeCheck): string {
  switch (decision) {
    case 'recorded':
      return `record release ${String((release?.release ?? 0) + 1)}`;
    case 'equal':
      return 'record nothing: the built-in text is that of the release';
    case 'older':
      return 'record nothing, because its version is lower; --allow-downgrade would record it';
  }
}

function entryRow({ key, effects, placeholders }: TouchedEntry): string[] {
  // That a built-in skill is loaded says more than that its name is reserved.
  const told = effects.filter((effect) => effect !== 'reserved_names' || !effects.includes('shadowed'));
  return [key, told.map((effect) => effectText(effect, placeholders)).join('\n')];
}

function effectText(effect: UpgradeEffect, placeholders: readonly string[]): string {
  const names = placeholders.map((name) => `{${name}}`).join(', ');
  const texts: Record<UpgradeEffect, string> = {
    default_changed: `${colours.yellow('its default changes')}: the text stays in use, and is listed to be looked at`,
    identical: 'the new default is what the team wrote: the next save lets it follow the default',
    settled: `${colours.green('it is settled')}: nothing is left of what an earlier upgrade changed under it`,
    removed: `${colours.red('its part is no more')}: it is in no prompt, and the next save drops it`,
    placeholder_missing: `${colours.yellow('its template needs')} ${names}: the text stays in use without`,
    reserved_names: `${colours.yellow('its name is reserved')}: the skill stays in use, and needs another name when it is next changed`,
    shadowed: `${colours.yellow("its name is a built-in skill's")}, which is loaded until it is renamed`,
  };
  return texts[effect];
}
