import { serve } from './serve.ts';
import { readSettings, type Settings } from './settings.ts';
import { startFailure } from './start-failure.ts';

const DOWNGRADE = '--allow-downgrade';

/** The server, by the settings in the environment; a start that fails ends with a line for each reason, and code 1. */
async function main(given: readonly string[]): Promise<void> {
  const unknown = given.find((each) => each !== DOWNGRADE);
  if (unknown !== undefined) {
    fail(`it knows no argument ${unknown}; the only one is ${DOWNGRADE}`);
    return;
  }
  let settings: Settings | undefined;
  try {
    settings = readSettings(process.env, given.includes(DOWNGRADE));
    await serve(settings);
  } catch (error) {
    fail(startFailure(error, settings));
  }
}

function fail(why: string): void {
  process.stderr.write(why.replace(/^/gm, 'palimpsest: ') + '\n');
  process.exit(1);
}

await main(process.argv.slice(2));
