import type { Command } from 'commander';
import { Failed } from '../talking/failure.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the server, by the settings in the environment')
    .option('--allow-downgrade', 'record the built-in text even where its version is lower than the recorded one')
    .action(serve);
}

/** Resolves when it serves; SIGTERM or SIGINT ends the process. */
async function serve({ allowDowngrade }: { allowDowngrade?: true }): Promise<void> {
  const { readSettings, serve: start, startFailure } = await import('@palimpsest/server');
  const { LogError } = await import('@palimpsest/application');
  const settings = readSettings(process.env, allowDowngrade ?? false);
  await start(settings).catch((error: unknown) => {
    throw error instanceof LogError ? error : new Failed(startFailure(error, settings));
  });
}
