import { describeError } from '@palimpsest/edge-http';
import { createLogger } from './logger.ts';
import type { Settings } from './settings.ts';
import { startServer } from './start.ts';

/** A stop that takes longer, because a start hangs for one, ends here. */
const DEADLINE_MS = 9_500;

/**
 * Makes this process the server: it ends with SIGTERM or SIGINT. Standard output gets one line, the address; standard error
 * the log. Resolves when it serves; rejects where it cannot start.
 */
export async function serve(settings: Settings): Promise<void> {
  const logger = createLogger(settings.logLevel);
  process.once('uncaughtException', (error) => {
    logger.fatal({ event: 'uncaught', error: describeError(error) });
    process.exit(1);
  });
  const starting = startServer(settings, logger);
  stopOnSignal(async () => (await starting).close());
  process.stdout.write(`listening on ${(await starting).url}\n`);
  const access = settings.tokens === null ? 'without login, for programs on this machine only' : 'by token';
  logger.info({ event: 'started', access });
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
