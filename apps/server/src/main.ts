import { describeError } from '@palimpsest/edge-http';
import { createLogger } from './logger.ts';
import { readSettings, type Settings } from './settings.ts';
import { startServer } from './start.ts';
import { startFailure } from './start-failure.ts';

/** A stop that takes longer, because a start hangs for one, ends here. */
const DEADLINE_MS = 9_500;
const DOWNGRADE = '--allow-downgrade';

/** Serves until SIGTERM or SIGINT. Standard output gets one line, the address; standard error the log. */
async function main(given: readonly string[]): Promise<void> {
  const unknown = given.find((each) => each !== DOWNGRADE);
  if (unknown !== undefined) {
    fail(`it knows no argument ${unknown}; the only one is ${DOWNGRADE}`);
    return;
  }
  let settings: Settings | undefined;
  try {
    settings = readSettings(process.env, given.includes(DOWNGRADE));
    const logger = createLogger(settings.logLevel);
    process.once('uncaughtException', (error) => {
      logger.fatal({ event: 'uncaught', error: describeError(error) });
      process.exit(1);
    });
    const starting = startServer(settings, logger);
    stopOnSignal(async () => (await starting).close());
    process.stdout.write(`listening on ${(await starting).url}\n`);
    logger.info({ event: 'started', access: 'without login, for programs on this machine only' });
  } catch (error) {
    fail(startFailure(error, settings));
  }
}

/** The first signal lets requests under way be answered; a second one ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function fail(why: string): void {
  process.stderr.write(why.replace(/^/gm, 'palimpsest: ') + '\n');
  process.exit(1);
}

await main(process.argv.slice(2));
