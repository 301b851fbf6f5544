import { diff3Merge } from 'node-diff3';
import { fullBudget } from './budget.ts';
import { matchItems } from './match-items.ts';
import type { Hunk } from './hunk.ts';

/** One stretch of a merge: lines that are settled, or a conflict. */
export type Piece =
  { readonly merged: string[]; readonly hunk?: never } | { readonly hunk: Hunk; readonly merged?: never };

/** The square of a stretch's lines that node-diff3 is given at most, over all stretches: its work grows with it. */
const MOST_WORK = 1_000_000;

/**
 * Merges lines three ways, piece by piece. The texts are cut at the lines that stand in all three; a stretch between two cuts
 * that one side left alone is the other's, and only one that both changed is merged by node-diff3, as it may take minutes for
 * large texts with many repeated lines. A contested stretch too large for it is one conflict.
 */
export function mergeLines(base: readonly string[], current: readonly string[], draft: readonly string[]): Piece[] {
  // A budget for each, so that the answer is the same when the sides are exchanged.
  const inCurrent = matchItems(base, current, fullBudget()).partners;
  const inDraft = matchItems(base, draft, fullBudget()).partners;
  const pieces: Piece[] = [];
  const work = { left: MOST_WORK };
  const next = { base: 0, current: 0, draft: 0 };
  let settled = 0;
  for (let at = 0; at <= base.length; at += 1) {
    const [a, b] = [inCurrent[at] ?? current.length, inDraft[at] ?? draft.length];
    if (a < 0 || b < 0) continue;
    if (at > next.base || a > next.current || b > next.draft) {
      pieces.push({ merged: base.slice(settled, next.base) });
      settled = at;
      const lines = {
        base: base.slice(next.base, at),
        current: current.slice(next.current, a),
        draft: draft.slice(next.draft, b),
      };
      for (const piece of mergeStretch(lines, work)) pieces.push(piece);
    }
    [next.base, next.current, next.draft] = [at + 1, a + 1, b + 1];
  }
  pieces.push({ merged: base.slice(settled) });
  return pieces.filter(({ merged }) => merged?.length !== 0);
}

function mergeStretch(stretch: Hunk, work: { left: number }): Piece[] {
  const { base, current, draft } = stretch;
  if (equal(base, draft) || equal(current, draft)) return [{ merged: current }];
  if (equal(base, current)) return [{ merged: draft }];
  const cost = (base.length + current.length + draft.length) ** 2;
  if (cost > work.left) return [{ hunk: stretch }];
  work.left -= cost;
  return diff3Merge(current, base, draft).map(({ ok, conflict }) =>
    conflict ? { hunk: { base: conflict.o, current: conflict.a, draft: conflict.b } } : { merged: ok ?? [] },
  );
}

function equal(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}
