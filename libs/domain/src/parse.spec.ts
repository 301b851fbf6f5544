import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { pointer, Refusal, type Fault } from './faults.ts';
import { parse } from './parse.ts';

function faults(schema: z.ZodType, raw: unknown): Fault[] {
  try {
    parse(schema, raw);
  } catch (error) {
    if (error instanceof Refusal) return error.details['errors'] as Fault[];
    throw error;
  }
  return [];
}
const found = (schema: z.ZodType, raw: unknown) => faults(schema, raw).map(({ path, code }) => `${code} ${path}`);

const schema = z.strictObject({
  name: z.string().min(1),
  list: z.array(z.strictObject({ 'a/b': z.int() })).optional(),
  either: z
    .union([z.strictObject({ kind: z.literal('x'), x: z.int() }), z.strictObject({ kind: z.literal('y') })])
    .optional(),
  named: z.union([z.string(), z.int()], 'must be a string or a number').optional(),
});

describe('parse', () => {
  it('gives what has the right shape', () => {
    expect(parse(schema, { name: 'n', list: [{ 'a/b': 1 }] })).toEqual({ name: 'n', list: [{ 'a/b': 1 }] });
  });

  it('S8 reports every fault at once, by code and JSON Pointer', () => {
    const raw: unknown = JSON.parse(
      '{"name": "", "list": [{"a/b": 1, "~": 0}, {"a/b": "1"}, {}], "more": 1, "__proto__": {}}',
    );
    expect(found(schema, raw).sort()).toEqual([
      'invalid_field /list/1/a~1b',
      'invalid_field /list/2/a~1b',
      'invalid_field /name',
      'unknown_key /__proto__',
      'unknown_key /list/0/~0',
      'unknown_key /more',
    ]);
  });

  it('S8 reports a union at the fields of the nearest of its shapes', () => {
    expect(found(schema, { name: 'n', either: { kind: 'x', x: 'no' } })).toEqual(['invalid_field /either/x']);
    expect(found(schema, { name: 'n', either: { kind: 'y', z: 1 } })).toEqual(['unknown_key /either/z']);
  });

  it('S8 keeps the sentence that a union states itself', () => {
    expect(faults(schema, { name: 'n', named: [] })).toMatchObject([
      { path: '/named', code: 'invalid_field', message: 'must be a string or a number' },
    ]);
  });

  it.each([[undefined], [null], ['x'], [[]]])('S8 reports what is no object at the root: %j', (raw) => {
    expect(found(schema, raw)).toEqual(['invalid_field ']);
  });

  it('names the first fault and how many more there are', () => {
    expect(() => parse(schema, { more: 1 })).toThrow(/^\/name: .* \(and 1 more\)$/);
  });
});

describe('a JSON Pointer', () => {
  it('escapes by RFC 6901', () => {
    expect(pointer()).toBe('');
    expect(pointer('a/b', 0, 'm~n', '', '~1')).toBe('/a~1b/0/m~0n//~01');
  });
});
