import { z } from 'zod';
import { eventViewSchema, viewNames } from '@palimpsest/domain';

/** Where the event lies that a view cannot read, as it is shown. */
export const faultyEventSchema = eventViewSchema.omit({ schema: true, data: true });
export type FaultyEvent = z.infer<typeof faultyEventSchema>;

/** How far a rebuild is; positions are decimal strings, as everywhere outside. */
export const rebuildProgressSchema = z.object({
  position: z.string().nullable(),
  end: z.string().nullable().describe('the end of the log that is made for'),
  events: z.int(),
});
export type RebuildProgress = z.infer<typeof rebuildProgressSchema>;

/** A read model, as `GET /v1/views` lists it (A3). Positions are decimal strings. */
export const viewStatusSchema = z
  .object({
    name: z.enum(viewNames),
    state: z.enum(['live', 'paused', 'rebuilding']),
    position: z.string().nullable().describe('it holds the log up to here'),
    end: z.string().nullable(),
    lag: z.string().describe("the distance to the log's end"),
    skipped: z.int().describe('events of unknown types that were passed over'),
    event: faultyEventSchema.nullable().describe('the event that could not be read'),
    error: z.string().nullable().describe('why it, or the store, stopped the view or its rebuild'),
    progress: rebuildProgressSchema.nullable().describe('of a rebuild'),
  })
  .meta({ id: 'View' });
export type ViewStatus = z.infer<typeof viewStatusSchema>;
