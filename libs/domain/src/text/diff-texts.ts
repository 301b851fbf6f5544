import { addWords } from './add-words.ts';
import { fullBudget } from './budget.ts';
import type { DiffLine, TextDiff } from './diff.ts';
import { linesOf } from './lines.ts';
import { matchItems } from './match-items.ts';

/**
 * The difference of two texts in their exact form (D2, A2). Joined by "\n", the same and removed lines are `from`, the same
 * and added ones are `to`: a last line break shows as an empty last line, a "\r" as the end of its line. A removed and an
 * added line that share enough words have `words`. The work is bounded, and the same texts always give the same answer.
 */
export function diffTexts(from: string, to: string): TextDiff {
  const budget = fullBudget();
  const left = linesOf(from);
  const right = linesOf(to);
  const { partners, coarse } = matchItems(left, right, budget);
  const diff: TextDiff = { lines: [], coarse };
  let [start, opposite] = [0, 0];
  while (start < left.length || opposite < right.length) {
    let end = start;
    while (end < left.length && partners[end] === -1) end += 1;
    const until = partners[end] ?? right.length;
    const removed = left.slice(start, end).map(line('removed'));
    const added = right.slice(opposite, until).map(line('added'));
    if (!addWords(removed, added, budget)) diff.coarse = true;
    for (const change of [removed, added, left.slice(end, end + 1).map(line('same'))]) {
      for (const each of change) diff.lines.push(each);
    }
    [start, opposite] = [end + 1, until + 1];
  }
  return diff;
}

/** The coarse answer: all lines of one text are replaced by all of the other. */
export function replacedWhole(from: string, to: string): TextDiff {
  return { lines: [...linesOf(from).map(line('removed')), ...linesOf(to).map(line('added'))], coarse: true };
}

function line(kind: DiffLine['kind']) {
  return (text: string): DiffLine => ({ kind, text });
}
