/** One row of a benchmark's result. */
export interface Measured {
  readonly what: string;
  /** Of our side and of what it is measured against, each the median of its rounds. */
  readonly ours: number;
  readonly against: number;
  readonly unit: string;
  /** ours / against. */
  readonly ratio: number;
  readonly goal: string;
}

export function measured(
  what: string,
  ours: readonly number[],
  against: readonly number[],
  unit: string,
  goal: string,
): Measured {
  const [a, b] = [median(ours), median(against)];
  return { what, ours: round(a), against: round(b), unit, ratio: round(a / b), goal };
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The value that the given share of all values is not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const round = (value: number): number => Number(value.toPrecision(3));
