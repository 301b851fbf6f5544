import { canonical } from './canonical.ts';
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
 * what both changed differently conflicts. Texts that are equal in canonical form are the same. Where all three use one line
 * ending each, lines are compared without it and it is merged by itself, so that an editor's CRLF conflicts with nothing; so
 * is what ends the last line; hunks then hold lines without either. The work is bounded: a region that would take too long
 * to compare is one hunk.
 */
export function mergeTexts(base: string, current: string, draft: string): TextMerge {
  const settled = settledMerge(base, current, draft);
  if (settled !== null) return settled;
  const ending = mergedEnding(lineEnding(base), lineEnding(current), lineEnding(draft));
  const parts = (text: string) =>
    ending === null ? { body: text, end: '' } : withoutEnd(text.replaceAll('\r\n', '\n'));
  const [from, ours, theirs] = [parts(base), parts(current), parts(draft)];
  const pieces = mergeLines(linesOf(from.body), linesOf(ours.body), linesOf(theirs.body));
  const hunks = pieces.flatMap(({ hunk }) => hunk ?? []);
  if (hunks.length > 0) return onlyChange(base, current, draft) ?? { text: null, hunks };
  const lines = pieces.flatMap(({ merged }) => merged ?? []).join('\n');
  const text = lines + (ours.end === from.end ? theirs.end : ours.end);
  return { text: ending === 'crlf' ? text.replaceAll('\n', '\r\n') : text, hunks };
}

/** The merge where a side changed nothing, or both made the same of it but for line ends: then current's is taken (S11). */
function settledMerge(base: string, current: string, draft: string): TextMerge | null {
  if (current === draft || base === draft) return whole(current);
  if (base === current) return whole(draft);
  return canonical(current) === canonical(draft) ? whole(current) : null;
}

/** The side that changed more than line ends, where the other did not: lines that only end otherwise are no conflict (S11). */
function onlyChange(base: string, current: string, draft: string): TextMerge | null {
  const from = canonical(base);
  if (from === canonical(draft)) return whole(current);
  return from === canonical(current) ? whole(draft) : null;
}

function whole(text: string): TextMerge {
  return { text, hunks: [] };
}

/** A text less the line breaks at its end, which canonical form does not know. */
function withoutEnd(text: string): { readonly body: string; readonly end: string } {
  let length = text.length;
  while (length > 0 && text[length - 1] === '\n') length -= 1;
  return { body: text.slice(0, length), end: text.slice(length) };
}

/** The coarse merge: the whole texts are one conflict, unless a side changed nothing. */
export function mergeWhole(base: string, current: string, draft: string): TextMerge {
  const settled = settledMerge(base, current, draft) ?? onlyChange(base, current, draft);
  return settled ?? conflictingWhole(base, current, draft);
}

/** The whole texts as one conflict. */
export function conflictingWhole(base: string, current: string, draft: string): TextMerge {
  return { text: null, hunks: [{ base: linesOf(base), current: linesOf(current), draft: linesOf(draft) }] };
}
