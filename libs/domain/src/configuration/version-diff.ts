import { z } from 'zod';
import { digestSchema } from '../text/digest.ts';
import { textDiffSchema } from '../text/diff.ts';

const facts = z
  .union([z.object({ base: digestSchema }), z.object({ description: z.string() })])
  .nullable()
  .describe('what the entry holds beside its text; null where it has none');

/** The difference of two versions (INTERFACES.md, diff): `diff` compares the texts, or the bodies of skills. */
export const versionDiffSchema = z
  .object({
    from: z.int(),
    to: z.int(),
    entries: z.array(
      z.object({
        key: z.string(),
        kind: z.enum(['added', 'removed', 'changed']),
        diff: textDiffSchema,
        from: facts,
        to: facts,
      }),
    ),
  })
  .meta({ id: 'VersionDiff' });
export type VersionDiff = z.infer<typeof versionDiffSchema>;
