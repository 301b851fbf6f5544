import type { Command } from 'commander';
import { requestRestore, withRestoreOptions, type RestoreOptions } from '../drafts/restore-request.ts';

export function addRestoreDefaults(program: Command): void {
  const command = program
    .command('restore-defaults')
    .description('make a new version in which all entries, or some, follow their defaults')
    .argument('[keys...]', 'only these entries');
  withRestoreOptions(command).action((keys: string[], options: RestoreOptions) =>
    requestRestore('/v1/defaults/restore', keys, options),
  );
}
