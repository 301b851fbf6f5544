import type { Command } from 'commander';
import { Failed } from './failure.ts';

/** A stop that takes longer, because a start hangs for one, ends here. */
const DEADLINE_MS = 9_500;

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the server, by the settings in the environment')
    .option('--allow-downgrade', 'record the built-in text even where its version is lower than the recorded one')
    .action(serve);
}

/** Serves until SIGTERM or SIGINT. Standard output gets one line, the address; standard error the log. */
async function serve({ allowDowngrade }: { allowDowngrade?: true }): Promise<void> {
  const { readSettings, startFailure, startServer } = await import('@palimpsest/server');
  const { LogError } = await import('@palimpsest/application');
  const settings = readSettings(process.env, allowDowngrade ?? false);
  const starting = startServer(settings);
  const stopped = stopOnSignal(async () => (await starting).close());
  try {
    process.stdout.write(`listening on ${(await starting).url}\n`);
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new Failed(startFailure(error, settings));
  }
  await stopped;
}

/** The first signal lets requests under way be answered; a second one ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false;
    const onSignal = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), DEADLINE_MS).unref();
      stop().then(resolve, reject);
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
