import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { policySchema, previewRequestSchema, promptRequestSchema } from './assembly/schemas.ts';
import { changeSchema, replaceSchema, restoreSchema } from './configuration/schemas.ts';
import type { Fault } from './faults.ts';
import { faultsOf } from './parse.ts';
import { checkInSteps } from './parse-in-steps.ts';
import { finish } from './steps.ts';

const schemas: Readonly<Record<string, z.ZodType>> = {
  replace: replaceSchema,
  change: changeSchema,
  restore: restoreSchema,
  prompt: promptRequestSchema,
  preview: previewRequestSchema,
  policy: policySchema,
};

const sorted = (faults: readonly Fault[]) => faults.map((fault) => JSON.stringify(fault)).sort();
const inOneGo = (schema: z.ZodType, raw: unknown) => {
  const { data, error } = schema.safeParse(raw);
  return { data, faults: sorted(faultsOf(error?.issues ?? [])) };
};
const inSteps = (schema: z.ZodType, raw: unknown) => {
  const { data, faults } = finish(checkInSteps(schema, raw));
  return { data, faults: sorted(faults) };
};

const entry = fc.oneof(
  fc.constantFrom<unknown>({ text: 'x' }, { description: 'd', body: 'b' }, { name: 'n', value: 1 }, 'runtime/work'),
  fc.constantFrom<unknown>(
    {},
    null,
    7,
    '',
    { text: 1, more: 1 },
    { name: '\n', value: [] },
    { description: '', body: 2 },
  ),
  // Far more members than any shape has.
  fc.constant(Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`member ${String(index)}`, index]))),
  fc.constantFrom<unknown>({ id: 'i', name: 'n', instruction: 'Do.', enabled: true }, { id: '', name: 'n' }),
);
/** Lists on both sides of what is taken apart. */
const list = fc.array(entry, { maxLength: 120, size: 'max' });
const map = fc.oneof(
  list.map((items) => Object.fromEntries(items.map((item, index) => [`name ${String(index)}`, item]))),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'a/b', '~', '1'), entry),
);
const any = fc.oneof({ weight: 4, arbitrary: list }, { weight: 4, arbitrary: map }, entry, fc.jsonValue());
const members = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, any])), { requiredKeys: [] });
const maps = members('sections', 'skills', 'overrides', 'more');
const policy = fc.record({ version: fc.constantFrom(1, ''), mode: fc.constantFrom('ask', 1), rules: any });
const body = fc
  .record(
    {
      base_revision: fc.constantFrom(0, -1),
      role: fc.constantFrom('orchestrator', 'worker', 'boss'),
      variables: any,
      policy,
      configuration: fc.oneof(maps, any),
      keys: any,
      edits: any,
      'more/~': any,
    },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    fc.oneof(
      fc.constant(fields),
      maps.map((more) => ({ ...fields, ...more })),
      map.map((more) => ({ ...fields, ...more })),
    ),
  );

describe('a value that is checked in steps', () => {
  it.each(Object.entries(schemas))('S8 is found to be what its schema says of it in one go: %s', (_, schema) => {
    fc.assert(
      fc.property(fc.oneof({ weight: 8, arbitrary: body }, policy, any), (raw) => {
        expect(inSteps(schema, raw)).toEqual(inOneGo(schema, raw));
      }),
      { numRuns: 100 },
    );
  });

  it('is checked a step for each item, whatever of it is wrong', () => {
    const many = 5_000;
    const names = Array.from({ length: many }, (_, index) => `name ${String(index)}`);
    const cases: [z.ZodType, unknown, faults: number][] = [
      [promptRequestSchema, { role: 'worker', variables: names.map(() => ({ name: '', value: [] })) }, 2 * many],
      [promptRequestSchema, { role: 'worker', variables: names.map((name) => ({ name, value: 1 })) }, 0],
      [changeSchema, { base_revision: 0, overrides: Object.fromEntries(names.map((name) => [name, {}])) }, many],
      [restoreSchema, { base_revision: 0, keys: names.map(() => '') }, many],
    ];
    for (const [schema, raw, count] of cases) {
      const steps = checkInSteps(schema, raw);
      let taken = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) taken += 1;
      expect(step.value.faults).toHaveLength(count);
      expect(taken).toBeGreaterThanOrEqual(many);
    }
  });

  it('S8 tells each of very many unknown keys, a few in each step', () => {
    const raw = {
      role: 'worker',
      variables: [],
      ...Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${String(index)}`, 1])),
    };
    for (const [value, path] of [
      [raw, '/x0'],
      [{ role: 'worker', variables: [raw] }, '/variables/0/x0'],
    ] as const) {
      const steps = checkInSteps(promptRequestSchema, value);
      let most = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) most += 1;
      expect(most).toBeGreaterThanOrEqual(50);
      expect(step.value.faults).toContainEqual(expect.objectContaining({ path, code: 'unknown_key' }));
      expect(sorted(step.value.faults)).toEqual(inOneGo(promptRequestSchema, value).faults);
    }
  });
});
