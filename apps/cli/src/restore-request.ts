import type { Command } from 'commander';
import type { Saved } from '@palimpsest/domain';
import { call } from './api.ts';
import {
  dryRunOption,
  jsonOption,
  messageOption,
  requestIdOption,
  revisionOrLatest,
  type Revision,
} from './arguments.ts';
import { currentRevision } from './current-revision.ts';
import { mergeTarget } from './merge-target.ts';
import { print } from './output.ts';
import { savedText } from './saved-text.ts';
import { explainStale } from './stale.ts';

export interface RestoreOptions {
  readonly base: Revision;
  readonly message?: string;
  readonly requestId?: string;
  readonly mergeTo?: string;
  readonly dryRun?: true;
  readonly json?: true;
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
  const { message, requestId, mergeTo, dryRun } = options;
  const target = mergeTo === undefined ? null : mergeTarget(mergeTo);
  const base = options.base === 'latest' ? await currentRevision() : options.base;
  const body = {
    base_revision: base,
    ...(keys.length === 0 ? {} : { keys }),
    ...(message === undefined ? {} : { message }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(dryRun === undefined ? {} : { dry_run: true }),
  };
  const {
    status,
    body: saved,
    text,
  } = await call<Saved>('POST', path, body).catch((error: unknown) => explainStale(error, base, target));
  print(options.json ? text : savedText(saved, status === 201));
}
