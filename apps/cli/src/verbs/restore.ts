import type { Command } from 'commander';
import type { NumberOrLatest } from '@palimpsest/domain';
import { revisionOrLatest } from '../terminal/arguments.ts';
import { requestRestore, withRestoreOptions, type RestoreOptions } from '../drafts/restore-request.ts';

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('make a new version with what an earlier one held; nothing is deleted')
    .argument('<n>', 'the revision to restore, or "latest"; 0 is the empty configuration', revisionOrLatest)
    .argument('[keys...]', 'only these entries');
  withRestoreOptions(command).action((revision: NumberOrLatest, keys: string[], options: RestoreOptions) =>
    requestRestore(`/v1/versions/${String(revision)}/restore`, keys, options),
  );
}
