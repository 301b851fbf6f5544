import { describeError } from '@palimpsest/edge-http';
import { createLogger } from './logger.ts';
import type { Settings } from './settings.ts';
import { writeOut } from './standard-output.ts';
import { startServer } from './start.ts';
import { stopWhenTold } from './stop-when-told.ts';

/**
 * Makes this process the server until it is told to stop; see `stopWhenTold`. Standard output gets one line, the address;
 * standard error the log. Resolves when it serves; rejects where it cannot start, or cannot say where it listens.
 */
export async function serve(settings: Settings, { withParent = false } = {}): Promise<void> {
  const logger = createLogger(settings.logLevel);
  process.once('uncaughtException', (error) => {
    logger.fatal({ event: 'uncaught', error: describeError(error) });
    process.exit(1);
  });
  const starting = startServer(settings, logger);
  stopWhenTold(async () => (await starting).close(), {
    withParent,
    onFault: (error) => {
      logger.error({ event: 'stop_failed', error: describeError(error) });
    },
  });
  const server = await starting;
  try {
    await writeOut(`listening on ${server.url}\n`);
  } catch (error) {
    await server.close();
    throw error;
  }
  const access = settings.tokens === null ? 'without login, for programs on this machine only' : 'by token';
  logger.info({ event: 'started', access });
}
