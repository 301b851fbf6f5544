import type { z } from 'zod';
import { invalid, pointer, type Fault } from './faults.ts';

type Issue = z.core.$ZodIssue;

/** Turns the findings of zod into faults: one for each unknown key, one for each other finding (S8). */
export function faultsOf(issues: readonly Issue[], at: readonly (string | number)[] = []): Fault[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKey([...path, key]));
    }
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const closest = issue.errors.reduce((best, each) => (each.length < best.length ? each : best));
      if (issue.message === 'Invalid input') return faultsOf(closest, path);
    }
    return [{ path: pointer(...path), code: 'invalid_field' as const, message: readable(issue.message) }];
  });
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
