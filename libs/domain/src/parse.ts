import type { z } from 'zod';
import { invalid, pointer, type Fault } from './faults.ts';

type Issue = z.core.$ZodIssue;

/** Turns the findings of zod into faults: one for each unknown key, one for each other finding (S8). */
export const faultsOf = (...given: Parameters<typeof eachFault>): Fault[] => [...eachFault(...given)];

/** The same one by one: a single finding can be of many keys. */
export function* eachFault(issues: readonly Issue[], at: readonly (string | number)[] = []): Generator<Fault> {
  for (const issue of issues) {
    const path = [...at, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield unknownKey([...path, key]);
    } else if (issue.code === 'invalid_union' && issue.errors.length > 0 && issue.message === 'Invalid input') {
      yield* eachFault(
        issue.errors.reduce((best, each) => (each.length < best.length ? each : best)),
        path,
      );
    } else yield { path: pointer(...path), code: 'invalid_field', message: readable(issue.message) };
  }
}

/** zod's own words for a wrong type, as a person would say them. */
function readable(message: string): string {
  const found = /^Invalid input: expected (\w+), received (\w+)$/.exec(message);
  if (found === null) return message;
  const [, expected = '', received = ''] = found;
  const named = expected === 'record' ? 'object' : expected;
  return received === 'undefined'
    ? `is missing; it must be of type ${named}`
    : `must be of type ${named}, not ${received}`;
}

export function unknownKey(path: readonly (string | number)[]): Fault {
  return { path: pointer(...path), code: 'unknown_key', message: 'is not known here; remove it or correct its name' };
}

/** Parses a request that has no rules beyond its shape. Throws `validation_failed` with every fault (S8). */
export function parse<T extends z.ZodType>(schema: T, raw: unknown): z.output<T> {
  const result = schema.safeParse(raw);
  if (!result.success) throw invalid(faultsOf(result.error.issues));
  return result.data;
}
