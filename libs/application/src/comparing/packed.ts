import type { DiffLine, DiffWord, Hunk, TextDiff, TextMerge } from '@palimpsest/domain';

/**
 * Answers as they cross from the worker: few strings instead of many objects, which would take the receiving thread, the one
 * that serves prompts, a second for a large difference.
 */
export interface PackedDiff {
  readonly texts: string;
  /** One number a line: its place in `KINDS`. */
  readonly kinds: Uint8Array;
  readonly words: readonly (readonly [line: number, words: DiffWord[]])[];
  readonly coarse: boolean;
}
export interface PackedMerge {
  readonly text: string | null;
  readonly hunks: readonly { readonly [side in keyof Hunk]: string }[];
}

const KINDS = ['same', 'added', 'removed'] as const;

export function packDiff({ lines, coarse }: TextDiff): PackedDiff {
  return {
    texts: packLines(lines.map(({ text }) => text)),
    kinds: Uint8Array.from(lines, ({ kind }) => KINDS.indexOf(kind)),
    words: lines.flatMap(({ words }, index) => (words === undefined ? [] : [[index, words] as const])),
    coarse,
  };
}

export function unpackDiff({ texts, kinds, words, coarse }: PackedDiff): TextDiff {
  const lines = unpackLines(texts).map((text, index): DiffLine => ({ kind: KINDS[kinds[index] ?? 0] ?? 'same', text }));
  for (const [index, changes] of words) Object.assign(lines[index] ?? {}, { words: changes });
  return { lines, coarse };
}

export function packMerge({ text, hunks }: TextMerge): PackedMerge {
  return { text, hunks: hunks.map((hunk) => sides(hunk, packLines)) };
}

export function unpackMerge({ text, hunks }: PackedMerge): TextMerge {
  return { text, hunks: hunks.map((hunk) => sides(hunk, unpackLines)) };
}

function sides<A, B>({ base, current, draft }: Record<keyof Hunk, A>, turn: (side: A) => B): Record<keyof Hunk, B> {
  return { base: turn(base), current: turn(current), draft: turn(draft) };
}

/** Each line with a line break after it, so that no lines and one empty line differ. */
function packLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function unpackLines(packed: string): string[] {
  return packed.split('\n').slice(0, -1);
}
