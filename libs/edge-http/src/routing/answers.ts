import { z } from 'zod';
import { faultSchema, versionSchema } from '@palimpsest/domain';

/** Shapes of answers that are of this interface alone; all others are the domain's. */
export const versionListedSchema = versionSchema.extend({ changed: z.array(z.string()) }).meta({ id: 'VersionListed' });

/** RFC 9457; further members by code, such as `current`, `merged` and `conflicts` of a stale save (S11). */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("the request's id, also in the X-Request-Id header"),
    code: z.string(),
    errors: z.array(faultSchema).optional(),
  })
  .loose()
  .meta({ id: 'Problem' });

export const readinessSchema = z.object({ ready: z.boolean(), reasons: z.array(z.string()) }).meta({ id: 'Readiness' });

/** A read model (A3). Positions are decimal strings. */
export const viewSchema = z
  .object({
    name: z.string(),
    state: z.enum(['live', 'paused', 'rebuilding']),
    position: z.string().nullable().describe('it holds the log up to here'),
    end: z.string().nullable(),
    lag: z.string(),
    skipped: z.int().describe('events of unknown types that were passed over'),
    event: z.looseObject({}).nullable().describe('the event that could not be read'),
    error: z.string().nullable(),
    progress: z.looseObject({}).nullable().describe('of a rebuild'),
  })
  .meta({ id: 'View' });

/** `{items, next_cursor}` of these. */
export const listOf = (item: z.ZodType) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });
/** A list that is always whole. */
export const whole = <T>(items: readonly T[]) => ({ items, next_cursor: null });
