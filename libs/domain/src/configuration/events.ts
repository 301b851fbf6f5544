import { z } from 'zod';
import { callerSchema, originSchema } from '../caller.ts';
import { timestampSchema } from '../catalogue/release.ts';
import { digestSchema } from '../text/digest.ts';
import { kindSchema, personRequestSchema, requestIdSchema, warningSchema } from './schemas.ts';

/** One entry by digest: a section or an override with its base, or a skill with its description. */
export const storedEntrySchema = z.union([
  z.strictObject({ digest: digestSchema, base: digestSchema }),
  z.strictObject({ digest: digestSchema, description: digestSchema }),
]);
export type StoredEntry = z.infer<typeof storedEntrySchema>;

/**
 * `OverrideSaved` and `VersionRestored`, in `prompts-<team>`: one version, whole (S4). `entries` names every entry of the
 * full configuration by digest; `texts` carries only those that the stream never held before.
 */
export const versionRecordedSchema = z.object({
  revision: z.int().min(1),
  predecessor: z.int().min(0),
  predecessor_digest: digestSchema.nullable(),
  timestamp: timestampSchema,
  origin: originSchema,
  actor: z.string(),
  message: z.string().nullable(),
  kind: kindSchema,
  restored_from: z.int().min(0).nullable(),
  request: personRequestSchema.nullable(),
  release: z.int().min(1),
  entries: z.record(z.string(), storedEntrySchema),
  texts: z.record(digestSchema, z.string()),
  digest: digestSchema,
  bytes: z.int().min(0),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  dropped: z.array(z.string()),
  warnings: z.array(warningSchema),
  limit: z.int(),
  /** The client's own id of the request and the digest of its method, path and body (S10). */
  request_id: z.strictObject({ id: requestIdSchema, fingerprint: digestSchema }).nullable(),
  caller: callerSchema.nullable(),
});
export type VersionRecorded = z.infer<typeof versionRecordedSchema>;
