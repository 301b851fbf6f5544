/**
 * A longest rising subsequence of different numbers, as its indexes. O(n log n), by patience sorting.
 */
export function longestRise(numbers: readonly number[]): number[] {
  const before: number[] = [];
  const tops: number[] = [];
  const topValues: number[] = [];
  numbers.forEach((value, index) => {
    const pile = firstAbove(topValues, value);
    before.push(tops[pile - 1] ?? -1);
    tops[pile] = index;
    topValues[pile] = value;
  });
  const rise: number[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) rise.push(index);
  return rise.reverse();
}

/** The index of the first of these rising numbers that is above `value`; their count if none is. */
function firstAbove(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
