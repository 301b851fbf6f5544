import { z } from 'zod';
import { digestSchema } from '../text/digest.ts';
import { textDiffSchema } from '../text/diff.ts';
import { hunkSchema } from '../text/hunk.ts';

const text = z.object({ text: z.string(), digest: digestSchema });
const textDigest = text.pick({ digest: true });

const partFields = {
  key: z.string(),
  kind: z.enum(['part', 'section', 'skill']),
  summary: z.string(),
  placeholders: z.array(z.string()),
  state: z.enum(['default', 'overridden', 'default_changed', 'removed']),
};

/** A part, a section or a built-in skill's part, whole: default, team text, and what an upgrade changed (D2). */
export const partSchema = z
  .object({
    ...partFields,
    default: text.nullable().describe('null for a part that the current release no longer has'),
    team: z.object({ text: z.string(), base: digestSchema }).nullable(),
    changed: z
      .object({
        from: text,
        default_diff: textDiffSchema.describe('default then → default now'),
        team_diff: textDiffSchema.describe('team → default now'),
        merged: z.string().nullable().describe('the three-way merge; null where it conflicts'),
        conflicts: z.array(hunkSchema),
        identical: z.boolean().describe("the team's text equals the new default (D4)"),
      })
      .nullable(),
  })
  .meta({ id: 'Part' });
export type PartView = z.infer<typeof partSchema>;

/** The same as lists give it: without any text. */
export const partListedSchema = z
  .object({
    ...partFields,
    default: textDigest.nullable(),
    team: z.object({ base: digestSchema }).nullable(),
    changed: z.object({ from: textDigest, identical: z.boolean() }).nullable(),
  })
  .meta({ id: 'PartListed' });
export type PartListed = z.infer<typeof partListedSchema>;
