import { z } from 'zod';

/** Where a change came from: people save in the panel, programs by tools (S4). */
export const originSchema = z.enum(['panel', 'tool']).meta({ id: 'Origin' });
export type Origin = z.infer<typeof originSchema>;

/**
 * Who caused an event, as their credential named them (X2). `client` is what the program said of itself, and `request_id` the
 * request's own id, as its answer bore it.
 */
export const callerSchema = z
  .object({
    actor: z.string(),
    role: z.string(),
    session: z.string().nullable(),
    origin: originSchema,
    client: z.string().nullable(),
    request_id: z.string(),
  })
  .meta({ id: 'Caller' });
/** On an event it is null where no request caused it, and where it was written before callers were recorded. */
export type RecordedCaller = z.infer<typeof callerSchema>;
