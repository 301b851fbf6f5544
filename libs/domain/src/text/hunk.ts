import { z } from 'zod';

const linesSchema = z.array(z.string());

/** One place where both sides changed the same or touching lines, to different ones (S11). */
export const hunkSchema = z
  .strictObject({ base: linesSchema, current: linesSchema, draft: linesSchema })
  .meta({ id: 'Hunk' });
export type Hunk = z.infer<typeof hunkSchema>;
