import { z } from 'zod';
import { callerSchema } from '../caller.ts';
import { digestSchema } from '../text/digest.ts';
import { recordedManifestSchema } from './manifest.ts';

export const timestampSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'UTC with milliseconds, such as 2026-12-01T09:30:00.000Z' });

/**
 * `DefaultsUpgraded`, in `defaults-<team>` (C5). `digests` names each default by its entry key (`runtime/work`,
 * `team/communication`, `ticket/rules`); `texts` carries those that no earlier release held.
 */
export const defaultsUpgradedSchema = z.object({
  release: z.int().min(1),
  version: z.string(),
  /** Over manifest (without `version`), digests and format: equal digests are equal catalogues (C5). */
  digest: digestSchema,
  format: z.int().min(1),
  timestamp: timestampSchema,
  manifest: recordedManifestSchema,
  digests: z.record(z.string(), digestSchema),
  texts: z.record(digestSchema, z.string()),
  caller: callerSchema.nullable(),
});
export type DefaultsUpgraded = z.infer<typeof defaultsUpgradedSchema>;

/** One recorded catalogue, as lists give it. */
export const releaseSchema = z
  .object({
    release: z.int().min(1),
    version: z.string(),
    digest: digestSchema,
    format: z.int(),
    timestamp: timestampSchema,
    position: z.string().describe('place in the log, a decimal string'),
  })
  .meta({ id: 'Release' });
export type ReleaseView = z.infer<typeof releaseSchema>;

/** One recorded catalogue, whole. */
export const releaseWholeSchema = releaseSchema
  .extend({
    manifest: recordedManifestSchema,
    digests: z.record(z.string(), digestSchema),
    texts: z.record(digestSchema, z.string()),
  })
  .meta({ id: 'ReleaseWhole' });
export type ReleaseWhole = z.infer<typeof releaseWholeSchema>;
