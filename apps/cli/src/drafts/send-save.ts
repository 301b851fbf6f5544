import type { NumberOrLatest, Saved } from '@palimpsest/domain';
import { call } from '../talking/api.ts';
import { currentRevision } from '../talking/current-revision.ts';
import type { MergeTarget } from './merge-target.ts';
import { print } from '../terminal/output.ts';
import { savedText } from '../text/saved-text.ts';
import { explainStale } from './stale.ts';

/** The options that every save and restore has. */
export interface SendOptions {
  readonly message?: string;
  readonly requestId?: string;
  readonly mergeTo?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Sends a save or restore made from `base`, and prints its answer; a stale one is explained, with its merge at `target`. */
export async function sendSave(
  [method, path]: readonly [method: 'PUT' | 'PATCH' | 'POST', path: string],
  fields: object,
  base: NumberOrLatest,
  { message, requestId, dryRun, json }: SendOptions,
  target: MergeTarget | null,
): Promise<void> {
  const base_revision = base === 'latest' ? await currentRevision() : base;
  const body = {
    ...fields,
    base_revision,
    ...(message === undefined ? {} : { message }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(dryRun === undefined ? {} : { dry_run: true }),
  };
  const answer = await call<Saved>(method, path, body).catch((error: unknown) =>
    explainStale(error, base_revision, target),
  );
  print(json ? answer.text : savedText(answer.body, answer.status === 201));
}
