import { diffArrays } from 'diff';
import { z } from 'zod';
import { linesOf } from './lines.ts';

const kindSchema = z.enum(['same', 'added', 'removed']);
const wordSchema = z.strictObject({ kind: kindSchema, text: z.string() });
const lineSchema = wordSchema.extend({
  words: z.array(wordSchema).optional().describe('what changed inside this line; joined they are its text'),
});

/** The difference of two texts, line by line. `coarse`: detail was left out, because finding it would take too long. */
export const textDiffSchema = z.strictObject({ lines: z.array(lineSchema), coarse: z.boolean() }).meta({ id: 'Diff' });
export type TextDiff = z.infer<typeof textDiffSchema>;
export type DiffLine = TextDiff['lines'][number];

/** The difference of two texts in their exact form (D2, A2). */
export function diffTexts(from: string, to: string): TextDiff {
  const changes = diffArrays(linesOf(from), linesOf(to), { maxEditLength: 1000 });
  if (changes === undefined) return replacedWhole(from, to);
  const lines = changes.flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
  return { lines, coarse: false };
}

/** The coarse answer: all of one text gone, all of the other come. */
export function replacedWhole(from: string, to: string): TextDiff {
  const removed = linesOf(from).map((text): DiffLine => ({ kind: 'removed', text }));
  return { lines: [...removed, ...linesOf(to).map((text): DiffLine => ({ kind: 'added', text }))], coarse: true };
}
