import type { Command } from 'commander';
import { revisionNumber } from '../terminal/arguments.ts';
import { requestRestore, withRestoreOptions, type RestoreOptions } from '../drafts/restore-request.ts';

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('make a new version with what an earlier one held; nothing is deleted')
    .argument('<n>', 'the revision to restore; 0 is the empty configuration', revisionNumber)
    .argument('[keys...]', 'only these entries');
  withRestoreOptions(command).action((revision: number, keys: string[], options: RestoreOptions) =>
    requestRestore(`/v1/versions/${String(revision)}/restore`, keys, options),
  );
}
