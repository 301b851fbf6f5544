import { diff3Merge } from 'node-diff3';
import { z } from 'zod';
import { linesOf } from './lines.ts';

const linesSchema = z.array(z.string());
/** One place where two sides changed the same lines to different ones (S11). */
export const hunkSchema = z
  .strictObject({ base: linesSchema, current: linesSchema, draft: linesSchema })
  .meta({ id: 'Hunk' });
export type Hunk = z.infer<typeof hunkSchema>;

/** `text` is the merged text, or null where hunks conflict; it never holds conflict markers. */
export interface TextMerge {
  readonly text: string | null;
  readonly hunks: readonly Hunk[];
}

/** The three-way merge of texts, line by line (S11, D2): what one side changed is taken, what both changed conflicts. */
export function mergeTexts(base: string, current: string, draft: string): TextMerge {
  if (current === draft || base === draft) return { text: current, hunks: [] };
  if (base === current) return { text: draft, hunks: [] };
  const merged: string[] = [];
  const hunks: Hunk[] = [];
  for (const { ok, conflict } of diff3Merge(linesOf(current), linesOf(base), linesOf(draft))) {
    for (const line of ok ?? []) merged.push(line);
    if (conflict) hunks.push({ base: conflict.o, current: conflict.a, draft: conflict.b });
  }
  return { text: hunks.length === 0 ? merged.join('\n') : null, hunks };
}

/** The coarse answer: the whole texts are one conflict. */
export function conflictingWhole(base: string, current: string, draft: string): TextMerge {
  return { text: null, hunks: [{ base: linesOf(base), current: linesOf(current), draft: linesOf(draft) }] };
}
