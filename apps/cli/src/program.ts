import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { printForPrograms, write } from './terminal/output.ts';
import { visible } from './terminal/visible.ts';
import { addAssemble } from './verbs/assemble.ts';
import { addDiff } from './verbs/diff.ts';
import { addHistory } from './verbs/history.ts';
import { addParts } from './verbs/parts.ts';
import { addRebuild } from './verbs/rebuild.ts';
import { addRestore } from './verbs/restore.ts';
import { addRestoreDefaults } from './verbs/restore-defaults.ts';
import { addSave } from './verbs/save.ts';
import { addServe } from './verbs/serve.ts';
import { addSessions } from './verbs/sessions.ts';
import { addShow } from './verbs/show.ts';
import { addToken } from './verbs/token.ts';
import { addUpgrade } from './verbs/upgrade.ts';
import { addVerify } from './verbs/verify.ts';

const verbs = [
  addServe,
  addShow,
  addParts,
  addSave,
  addRestore,
  addRestoreDefaults,
  addHistory,
  addDiff,
  addAssemble,
  addSessions,
  addVerify,
  addUpgrade,
  addRebuild,
  addToken,
];

const AFTER = `
Most verbs ask the server at PALIMPSEST_URL (http://127.0.0.1:4004 if not set), with the token of PALIMPSEST_TOKEN if that is
set. serve, verify, upgrade and rebuild open the log themselves, by the settings of the server (PALIMPSEST_DATA and others);
token changes the file of PALIMPSEST_TOKENS.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 refused (stale, invalid), 4 store or server not reachable.`;

/** The whole command. What is wrong with its use is thrown, as a `CommanderError`. */
export function program(): Command {
  const command = new Command('palimpsest')
    .description('Keeps, versions and assembles the prompts of autonomous coding agents')
    .version(version())
    .helpCommand(false)
    .addHelpText('after', AFTER)
    .exitOverride()
    .hook('preAction', (_, verb) => {
      if (verb.opts()['json'] === true) printForPrograms();
    })
    .configureOutput({
      writeOut: write,
      outputError: (text, write) => {
        write(visible(text.replace(/^error: /, 'palimpsest: ')));
      },
    });
  for (const add of verbs) add(command);
  return command;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
