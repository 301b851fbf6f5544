import { z } from 'zod';
import type { StoredEvent } from '../event.ts';

/** An event as the raw log gives it (A2); revision and position are decimal strings. */
export const eventViewSchema = z
  .object({
    position: z.string(),
    stream: z.string(),
    revision: z.string(),
    id: z.string(),
    type: z.string(),
    schema: z.int(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });
export type EventView = z.infer<typeof eventViewSchema>;

export function eventView({ position, stream, revision, id, type, schema, data }: StoredEvent): EventView {
  return { position: String(position), stream, revision: String(revision), id, type, schema, data };
}
