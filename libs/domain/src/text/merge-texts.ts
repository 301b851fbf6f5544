import type { Hunk } from './hunk.ts';
import { lineEnding, mergedEnding } from './line-ending.ts';
import { linesOf } from './lines.ts';
import { mergeLines } from './merge-lines.ts';

/** `text` is the merged text, or null where hunks conflict; it never holds conflict markers. */
export interface TextMerge {
  readonly text: string | null;
  readonly hunks: readonly Hunk[];
}

/**
 * The three-way merge of texts, line by line (S11, D2): what one side changed is taken, what both changed alike is taken once,
 * what both changed differently conflicts. Where all three use one line ending each, lines are compared without it and it is
 * merged by itself, so that an editor's CRLF conflicts with nothing; hunks then hold lines without "\r". The work is bounded:
 * a region that would take too long to compare is one hunk.
 */
export function mergeTexts(base: string, current: string, draft: string): TextMerge {
  if (current === draft || base === draft) return { text: current, hunks: [] };
  if (base === current) return { text: draft, hunks: [] };
  const ending = mergedEnding(lineEnding(base), lineEnding(current), lineEnding(draft));
  const lines = (text: string) => linesOf(ending === null ? text : text.replaceAll('\r\n', '\n'));
  const pieces = mergeLines(lines(base), lines(current), lines(draft));
  const hunks = pieces.flatMap(({ hunk }) => hunk ?? []);
  if (hunks.length > 0) return { text: null, hunks };
  return { text: pieces.flatMap(({ merged }) => merged ?? []).join(ending === 'crlf' ? '\r\n' : '\n'), hunks };
}

/** The coarse answer: the whole texts are one conflict. */
export function conflictingWhole(base: string, current: string, draft: string): TextMerge {
  return { text: null, hunks: [{ base: linesOf(base), current: linesOf(current), draft: linesOf(draft) }] };
}
