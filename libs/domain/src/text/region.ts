import { longestRise } from './longest-rise.ts';

/** Two sequences of items, each item a number below `distinct`, so that comparing costs the same however long a text is. */
export interface Sequences {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly distinct: number;
}
/** Two stretches of the sequences that are still to be matched with each other, as rising indexes. */
export interface Region {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Gives equal strings of both sequences one number. */
export function numbered(left: readonly string[], right: readonly string[]): Sequences {
  const numbers = new Map<string, number>();
  const number = (text: string) => {
    let known = numbers.get(text);
    if (known === undefined) numbers.set(text, (known = numbers.size));
    return known;
  };
  const ids = (texts: readonly string[]) => {
    const result = new Int32Array(texts.length);
    texts.forEach((text, index) => (result[index] = number(text)));
    return result;
  };
  return { left: ids(left), right: ids(right), distinct: numbers.size };
}

/** All of both sequences. */
export function wholeRegion({ left, right }: Sequences): Region {
  return { left: left.map((_, index) => index), right: right.map((_, index) => index) };
}

/** What lies between the equal items at both ends, which are noted in `partners`. */
export function withoutEnds(sequences: Sequences, { left, right }: Region, partners: Int32Array): Region {
  const shorter = Math.min(left.length, right.length);
  const settled = (leftIndex: number, rightIndex: number) => {
    const [a, b] = [left[leftIndex] ?? 0, right[rightIndex] ?? 0];
    if (sequences.left[a] !== sequences.right[b]) return false;
    partners[a] = b;
    return true;
  };
  let start = 0;
  while (start < shorter && settled(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && settled(left.length - 1 - end, right.length - 1 - end)) end += 1;
  return { left: left.subarray(start, left.length - end), right: right.subarray(start, right.length - end) };
}

/** How often each item occurs in the region that was counted last. There is one for a matching, so that regions stay cheap. */
export class Census {
  readonly #sequences: Sequences;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #place: Int32Array;

  constructor(sequences: Sequences) {
    this.#sequences = sequences;
    this.#left = new Int32Array(sequences.distinct);
    this.#right = new Int32Array(sequences.distinct);
    this.#place = new Int32Array(sequences.distinct);
  }

  /** The region less the items that stand on one side of it alone: no matching holds them. */
  withoutOneSided(region: Region): Region {
    const { left, right } = this.#count(region);
    const kept = {
      left: region.left.filter((at) => (this.#right[left[at] ?? 0] ?? 0) > 0),
      right: region.right.filter((at) => (this.#left[right[at] ?? 0] ?? 0) > 0),
    };
    return kept.left.length === region.left.length && kept.right.length === region.right.length ? region : kept;
  }

  /**
   * Splits a region at its items that occur exactly once on each side, as many of them as have the same order on both: each
   * part but the first begins with such an item. One part alone means that there are none.
   */
  splitAtUnique(region: Region): Region[] {
    const { left, right } = this.#count(region);
    region.right.forEach((at, index) => (this.#place[right[at] ?? 0] = index));
    const unique: number[] = [];
    const opposite: number[] = [];
    region.left.forEach((at, index) => {
      const item = left[at] ?? 0;
      if (this.#left[item] !== 1 || this.#right[item] !== 1) return;
      unique.push(index);
      opposite.push(this.#place[item] ?? 0);
    });
    const parts: Region[] = [];
    let [fromLeft, fromRight] = [0, 0];
    for (const anchor of longestRise(opposite)) {
      const [toLeft, toRight] = [unique[anchor] ?? 0, opposite[anchor] ?? 0];
      parts.push({ left: region.left.subarray(fromLeft, toLeft), right: region.right.subarray(fromRight, toRight) });
      [fromLeft, fromRight] = [toLeft, toRight];
    }
    parts.push({ left: region.left.subarray(fromLeft), right: region.right.subarray(fromRight) });
    return parts;
  }

  #count(region: Region): Sequences {
    const { left, right } = this.#sequences;
    for (const at of region.left) this.#left[left[at] ?? 0] = this.#right[left[at] ?? 0] = 0;
    for (const at of region.right) this.#left[right[at] ?? 0] = this.#right[right[at] ?? 0] = 0;
    for (const at of region.left) increase(this.#left, left[at] ?? 0);
    for (const at of region.right) increase(this.#right, right[at] ?? 0);
    return this.#sequences;
  }
}

function increase(counts: Int32Array, item: number): void {
  counts[item] = (counts[item] ?? 0) + 1;
}
