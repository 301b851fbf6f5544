import { z } from 'zod';

const kindSchema = z.enum(['same', 'added', 'removed']);
const wordSchema = z.strictObject({ kind: kindSchema, text: z.string() });
const lineSchema = wordSchema.extend({
  words: z.array(wordSchema).optional().describe('what changed inside this line; joined they are its text'),
});

/** The difference of two texts, line by line (D2, A2). */
export const textDiffSchema = z
  .strictObject({
    lines: z.array(lineSchema).describe('removed lines come before those that stand in their place'),
    coarse: z.boolean().describe('detail was left out, because finding it would take too long'),
  })
  .meta({ id: 'Diff' });
export type TextDiff = z.infer<typeof textDiffSchema>;
export type DiffLine = z.infer<typeof lineSchema>;
export type DiffWord = z.infer<typeof wordSchema>;
