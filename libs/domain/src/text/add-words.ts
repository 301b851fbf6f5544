import type { Budget } from './budget.ts';
import { pairLines } from './pair-lines.ts';
import type { DiffLine } from './diff.ts';
import { wordChanges } from './word-changes.ts';
import { wordsOf } from './words.ts';

/** What cutting even an empty line into words costs, in units of text. */
const PER_LINE = 40;

/**
 * Adds to the lines of one change what changed inside them. False where detail was left out for want of budget: then lines
 * that are as many on both sides are still compared one by one, as far as it goes.
 */
export function addWords(removed: readonly DiffLine[], added: readonly DiffLine[], budget: Budget): boolean {
  if (removed.length === 0 || added.length === 0) return true;
  if (takeUnits([...removed, ...added], budget)) {
    const from = removed.map(({ text }) => wordsOf(text));
    const to = added.map(({ text }) => wordsOf(text));
    const compare = (i: number, j: number) => {
      const { coarse, ...words } = wordChanges(from[i] ?? [], to[j] ?? [], budget);
      Object.assign(removed[i] ?? {}, { words: words.removed });
      Object.assign(added[j] ?? {}, { words: words.added });
      return !coarse;
    };
    const pairs = pairLines(from, to, budget);
    if (pairs !== null) return pairs.map(([i, j]) => compare(i, j)).every(Boolean);
  }
  if (removed.length > 1 && removed.length === added.length) {
    removed.every((line, index) => addWords([line], added.slice(index, index + 1), budget));
  }
  return false;
}

function takeUnits(lines: readonly DiffLine[], budget: Budget): boolean {
  const units = lines.reduce((sum, { text }) => sum + text.length + PER_LINE, 0);
  if (units > budget.units) return false;
  budget.units -= units;
  return true;
}
