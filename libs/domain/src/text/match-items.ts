import { diffArrays } from 'diff';
import type { Budget } from './budget.ts';
import { Census, numbered, wholeRegion, withoutEnds, type Region, type Sequences } from './region.ts';

/** Which items of two sequences stand for each other. */
export interface Matching {
  /** For each item on the left the index of its equal on the right, or -1; the indexes rise. */
  readonly partners: Int32Array;
  /** A longer matching may exist: looking for it would have taken too long. */
  readonly coarse: boolean;
}

/** The most removals and additions in one region that are looked for exactly: the work grows with their square. */
const MOST_EDITS = 200;
/** A step of the edit graph allocates: in time it is worth about this many comparisons. */
const STEP = 10;
/** How often a part is split again; each time costs a pass over all items. */
const DEEPEST = 8;

/**
 * Matches equal items of two sequences in order, within a budget. Equal ends and items of one side alone are settled first;
 * a region with few edits is matched exactly; another is split at the items that occur once on each side ("patience"), which
 * is exact where only the order changed; one with neither stays unmatched, and the answer is coarse.
 */
export function matchItems(left: readonly string[], right: readonly string[], budget: Budget): Matching {
  const sequences = numbered(left, right);
  const census = new Census(sequences);
  const partners = new Int32Array(left.length).fill(-1);
  let coarse = false;
  const open = [{ region: wholeRegion(sequences), depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { depth } = next;
    const inner = withoutEnds(sequences, next.region, partners);
    if (isSettled(inner)) continue;
    const rest = withoutEnds(sequences, census.withoutOneSided(inner), partners);
    if (isSettled(rest) || matchExactly(sequences, rest, partners, budget)) continue;
    const parts = depth < DEEPEST ? census.splitAtUnique(rest) : [];
    if (parts.length <= 1) coarse = true;
    // The first part comes off first, so that the budget is spent from the beginning of the texts.
    else for (const region of parts.reverse()) open.push({ region, depth: depth + 1 });
  }
  return { partners, coarse };
}

/** Whether nothing is left to match in a region without equal ends: a side is empty, or each has one item, which differ. */
function isSettled({ left, right }: Region): boolean {
  return left.length * right.length <= 1;
}

/** Matches a region by a shortest edit script (Myers), unless that takes more edits or more steps than are left. */
function matchExactly(sequences: Sequences, region: Region, partners: Int32Array, budget: Budget): boolean {
  const edits = Math.min(MOST_EDITS, Math.floor(Math.sqrt(budget.steps / STEP)));
  if (!(edits >= 1)) return false;
  const left = Array.from(region.left, (at) => sequences.left[at]);
  const right = Array.from(region.right, (at) => sequences.right[at]);
  // A spent budget makes everything look different, so that the search soon ends at its limit of edits.
  const comparator = (a: unknown, b: unknown) => (budget.steps -= 1) > 0 && a === b;
  const changes = diffArrays(left, right, { maxEditLength: edits, comparator });
  const made = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  budget.steps -= ((made ?? edits) ** 2 * STEP) / 2;
  if (changes === undefined || budget.steps <= 0) return false;
  let [at, opposite] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      for (let i = 0; i < count; i += 1) partners[region.left[at + i] ?? 0] = region.right[opposite + i] ?? 0;
    }
    if (!added) at += count;
    if (!removed) opposite += count;
  }
  return true;
}
