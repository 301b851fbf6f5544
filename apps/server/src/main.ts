import { readFileSync } from 'node:fs';
import { HELP, readArguments, UnknownArguments } from './arguments.ts';
import { serve } from './serve.ts';
import { readSettings, type Settings } from './settings.ts';
import { writeOut } from './standard-output.ts';
import { startFailure } from './start-failure.ts';

/** The server, by the settings in the environment; what fails ends with a line for each reason: code 2 wrong use, else 1. */
async function main(given: readonly string[]): Promise<void> {
  let settings: Settings | undefined;
  try {
    const flags = readArguments(given);
    if (flags.has('--help')) await writeOut(HELP);
    else if (flags.has('--version')) await writeOut(`${version()}\n`);
    else {
      settings = readSettings(process.env, flags.has('--allow-downgrade'));
      await serve(settings, { withParent: flags.has('--end-with-parent') });
    }
  } catch (error) {
    process.stderr.on('error', () => undefined); // nobody is left to be told
    process.stderr.write(startFailure(error, settings).replace(/^/gm, 'palimpsest: ') + '\n');
    process.exit(error instanceof UnknownArguments ? 2 : 1);
  }
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

await main(process.argv.slice(2));
