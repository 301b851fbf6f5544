import type { Budget } from './budget.ts';

import { matchItems } from './match-items.ts';
import type { DiffWord } from './diff.ts';
import type { Word } from './words.ts';

const NO_WORD = /^[\s\p{P}\p{S}]*$/u;

/** What changed inside a line: the words of the old line and of the new one, each joining to its line. */
export interface WordChanges {
  readonly removed: DiffWord[];
  readonly added: DiffWord[];
  readonly coarse: boolean;
}

/** Compares two lines word by word. Spaces and marks alone between two changes count as changed: it reads better. */
export function wordChanges(from: readonly Word[], to: readonly Word[], budget: Budget): WordChanges {
  const { partners, coarse } = matchItems(from.map(textOf), to.map(textOf), budget);
  const keptFrom = new Set<number>();
  const keptTo = new Set<number>();
  for (let start = 0, end = 0; start < from.length; start = end + 1) {
    const opposite = partners[start] ?? -1;
    end = start;
    if (opposite < 0) continue;
    while (partners[end + 1] === opposite + end + 1 - start) end += 1;
    const length = end + 1 - start;
    const atEdge = (start === 0 && opposite === 0) || (end + 1 === from.length && opposite + length === to.length);
    const run = from.slice(start, end + 1).map(textOf);
    if (!atEdge && NO_WORD.test(run.join(''))) continue;
    run.forEach((_, index) => {
      keptFrom.add(start + index);
      keptTo.add(opposite + index);
    });
  }
  return { removed: joined(from, keptFrom, 'removed'), added: joined(to, keptTo, 'added'), coarse };
}

function textOf(word: Word): string {
  return word.text;
}

/** Neighbouring words of one kind as one. */
function joined(
  words: readonly Word[],
  kept: ReadonlySet<number>,
  changed: Exclude<DiffWord['kind'], 'same'>,
): DiffWord[] {
  const result: DiffWord[] = [];
  words.forEach(({ text }, index) => {
    const kind = kept.has(index) ? 'same' : changed;
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  });
  return result;
}
