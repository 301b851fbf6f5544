import type { Budget } from './budget.ts';
import type { Word } from './words.ts';

/** Lines that share less than this part of their words are two lines, not one that changed. */
const ALIKE = 1 / 3;

/**
 * Finds which removed and added lines of one change stand for each other: the pairs, in order, that share the most words.
 * Null where that takes more comparisons than the budget holds.
 */
export function pairLines(
  removed: readonly Word[][],
  added: readonly Word[][],
  budget: Budget,
): [number, number][] | null {
  const cost = removed.length * added.reduce((sum, words) => sum + words.length + 1, 0);
  if (cost > budget.pairings) return null;
  budget.pairings -= cost;
  const width = added.length + 1;
  const likeness = removed.map((line) => likenessTo(line, added));
  // best[i * width + j]: the most that the lines from i and j on can share.
  const best = new Float64Array((removed.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  const paired = (i: number, j: number) => (likeness[i]?.[j] ?? 0) + at(i + 1, j + 1);
  for (let i = removed.length - 1; i >= 0; i -= 1) {
    for (let j = added.length - 1; j >= 0; j -= 1) {
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < removed.length && j < added.length;) {
    if ((likeness[i]?.[j] ?? 0) > 0 && at(i, j) === paired(i, j)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** For each added line the length of the words that it shares with this one, or 0 where the lines are not alike. */
function likenessTo(line: readonly Word[], added: readonly Word[][]): number[] {
  const stock = new Map<string, number>();
  for (const { text } of line) stock.set(text, (stock.get(text) ?? 0) + 1);
  const length = lengthOf(line);
  return added.map((words) => {
    const used = new Map<string, number>();
    let shared = 0;
    for (const { text, wordLike } of words) {
      const uses = used.get(text) ?? 0;
      if (!wordLike || uses >= (stock.get(text) ?? 0)) continue;
      used.set(text, uses + 1);
      shared += text.length;
    }
    return shared * 2 >= ALIKE * (length + lengthOf(words)) ? shared : 0;
  });
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { text, wordLike }) => (wordLike ? sum + text.length : sum), 0);
}
