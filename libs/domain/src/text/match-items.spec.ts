import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fullBudget, type Budget } from './budget.ts';
import { matchItems } from './match-items.ts';

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__'), { maxLength: 40 });
const STEPS = fullBudget().steps;

describe('matchItems', () => {
  it('matches equal items only, in order, whatever the budget', () => {
    fc.assert(
      fc.property(few, few, fc.constantFrom(0, 10, 100, STEPS), (left, right, steps) => {
        const matched = pairs(left, right, { ...fullBudget(), steps });
        for (const [a, b] of matched) expect(left[a]).toBe(right[b]);
        const places = matched.map(([, b]) => b);
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      }),
    );
  });

  it('finds the longest matching of short sequences', () => {
    fc.assert(
      fc.property(few, few, (left, right) => {
        expect(matchItems(left, right, fullBudget()).coarse).toBe(false);
        expect(pairs(left, right, fullBudget())).toHaveLength(longestCommon(left, right));
      }),
    );
  });

  it('finds the longest matching of a permutation however far it is, if no item comes twice', () => {
    const right = ordered(20_000).map((_, index) => String((index * 7919) % 20_000));
    const budget = fullBudget();
    const matched = pairs(ordered(20_000), right, budget);
    expect(matched.length).toBeGreaterThan(20);
    expect(budget.steps).toBeGreaterThan(0);
  });

  it('drops items of one side alone before it looks for edits', () => {
    const left = ordered(50_000);
    const budget = fullBudget();
    const right = left.map((text, index) => (index % 2 === 0 ? text : `new ${text}`));
    expect(pairs(left, right, budget)).toHaveLength(25_000);
    expect(STEPS - budget.steps).toBeLessThan(50_000);
  });

  it.each<[string, string[], string[]]>([
    ['nothing in common', ordered(100_000), ordered(100_000).map((text) => `x${text}`)],
    ['few different items in random order', random(100_000, 26, 1), random(100_000, 26, 2)],
    ['two items in turn, some taken out', turns(100_000, Infinity), turns(100_000, 97)],
    ['pairs of items exchanged', ordered(100_000), ordered(100_000).map((_, index) => String(index ^ 1))],
  ])('spends no more than its budget: %s', (_, left, right) => {
    const budget = fullBudget();
    const { partners } = matchItems(left, right, budget);
    expect(partners).toHaveLength(left.length);
    // A spent budget ends the search that spent it, which may be one search late.
    expect(budget.steps).toBeGreaterThan(-STEPS / 2);
  });

  it('says that it is coarse where it gave up', () => {
    expect(matchItems(random(5000, 3, 1), random(5000, 3, 2), fullBudget()).coarse).toBe(true);
  });
});

function pairs(left: readonly string[], right: readonly string[], budget: Budget): [number, number][] {
  const { partners } = matchItems(left, right, budget);
  return [...partners.entries()].filter(([, partner]) => partner >= 0);
}

function ordered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

function turns(count: number, without: number): string[] {
  return ordered(count)
    .filter((_, index) => index % without !== 1)
    .map((_, index) => (index % 2 === 0 ? 'a' : 'b'));
}

/** Numbers below `different` that follow no pattern, the same for the same seed. */
function random(count: number, different: number, seed: number): string[] {
  let state = seed;
  return ordered(count).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String((state >>> 16) % different);
  });
}

function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const item of left) {
    const next = [0];
    right.forEach((other, index) => {
      const longest = item === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0);
      next.push(longest);
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
