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
  const numbers = new Map<string, number>();
  const [from, to] = [removed, added].map((lines) => lines.map((line) => numberedWords(line, numbers)));
  const likeness = likenesses(from ?? [], to ?? [], numbers.size);
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

/** The words of a line, without spaces and marks, each as a number: equal words have one. */
interface NumberedWords {
  readonly ids: Int32Array;
  readonly lengths: Int32Array;
  readonly length: number;
}

function numberedWords(line: readonly Word[], numbers: Map<string, number>): NumberedWords {
  const words = line.filter(({ wordLike }) => wordLike);
  const lengths = Int32Array.from(words, ({ text }) => text.length);
  const ids = Int32Array.from(words, ({ text }) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  });
  return { ids, lengths, length: lengths.reduce((sum, each) => sum + each, 0) };
}

/** For each removed and each added line the length of the words that they share, or 0 where they are not alike. */
function likenesses(removed: readonly NumberedWords[], added: readonly NumberedWords[], distinct: number): number[][] {
  // How often each word of the removed line is still to be found in the added one.
  const stock = new Int32Array(distinct);
  return removed.map((line) => {
    for (const id of line.ids) stock[id] = (stock[id] ?? 0) + 1;
    const shared = added.map((other) => sharedLength(other, stock));
    for (const id of line.ids) stock[id] = 0;
    return shared.map((each, index) => (each * 2 >= ALIKE * (line.length + (added[index]?.length ?? 0)) ? each : 0));
  });
}

function sharedLength({ ids, lengths }: NumberedWords, stock: Int32Array): number {
  let shared = 0;
  // By index: this is the innermost loop of all comparing.
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    const left = stock[id] ?? 0;
    if (left > 0) shared += lengths[at] ?? 0;
    stock[id] = left - 1;
  }
  for (const id of ids) stock[id] = (stock[id] ?? 0) + 1;
  return shared;
}
