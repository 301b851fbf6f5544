import type { Command } from 'commander';
import type { NumberOrLatest } from '@palimpsest/domain';
import { dryRunOption, jsonOption, messageOption, requestIdOption, revisionOrLatest } from '../terminal/arguments.ts';
import { mergeTarget } from './merge-target.ts';
import { sendSave, type SendOptions } from './send-save.ts';

export interface RestoreOptions extends SendOptions {
  readonly base: NumberOrLatest;
}

/** The options that both restores have. They say themselves what the result is, so they build on the current revision. */
export function withRestoreOptions(command: Command): Command {
  return command
    .option('--base <n>', 'restore only if this is the current revision still, or "latest"', revisionOrLatest, 'latest')
    .addOption(messageOption())
    .addOption(requestIdOption())
    .option('--merge-to <file>', 'where the base is stale, write the merge to this new file')
    .addOption(dryRunOption())
    .addOption(jsonOption());
}

/** Restores at a path of the interface: everything, or the entries of the given keys (R1, R2). */
export async function requestRestore(path: string, keys: readonly string[], options: RestoreOptions): Promise<void> {
  const target = options.mergeTo === undefined ? null : mergeTarget(options.mergeTo);
  await sendSave(['POST', path], keys.length === 0 ? {} : { keys }, options.base, options, target);
}
