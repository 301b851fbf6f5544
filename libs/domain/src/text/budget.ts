/**
 * What one comparison may still spend. Work is counted, not timed, so that the same texts always give the same answer; the
 * amounts are chosen so that two texts of 500 KB take some tens of milliseconds.
 */
export interface Budget {
  /** Comparisons of two items. One step of the edit graph, which allocates, counts as ten. */
  steps: number;
  /** UTF-16 units that may be cut into words; a unit of Chinese takes about a microsecond. */
  units: number;
  /** Comparisons of words that look for the lines which stand for each other. */
  pairings: number;
}

export function fullBudget(): Budget {
  return { steps: 1_000_000, units: 64_000, pairings: 1_000_000 };
}
