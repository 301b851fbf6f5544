import fc from 'fast-check';
import type { Filter, ReadOptions } from '@palimpsest/application';

/** One step of a random walk. Numbers that choose are taken modulo what there is to choose from. */
export type Operation =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly types: readonly string[];
      /** Added to the right revision. */
      readonly off: bigint;
      /** Makes every event's id that of an earlier one, from the chosen batch on, instead of a new one. */
      readonly again: number | null;
    }
  | { readonly kind: 'repeat'; readonly batch: number }
  | { readonly kind: 'read'; readonly stream: string; readonly options: ReadOptions }
  | { readonly kind: 'readAll'; readonly filter: Filter; readonly after: number; readonly count: number | undefined };

const stream = fc.constantFrom('a', 'a-', 'a-b', 'b');
const type = fc.constantFrom('X', 'Y');
const count = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });

const append = fc.record({
  kind: fc.constant('append' as const),
  stream,
  types: fc.array(type, { maxLength: 4 }),
  off: fc.oneof({ weight: 5, arbitrary: fc.constant(0n) }, fc.bigInt({ min: -2n, max: 2n })),
  again: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.nat()),
});
const repeat = fc.record({ kind: fc.constant('repeat' as const), batch: fc.nat() });
const read = fc.record({
  kind: fc.constant('read' as const),
  stream,
  options: fc
    .record({
      direction: fc.constantFrom('forwards' as const, 'backwards' as const),
      from: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: undefined }),
      count,
    })
    .map(({ direction, from, count: most }) => ({
      direction,
      ...(from === undefined ? {} : { from }),
      ...(most === undefined ? {} : { count: most }),
    })),
});
const readAll = fc.record({
  kind: fc.constant('readAll' as const),
  filter: fc.record(
    { prefixes: fc.array(stream, { maxLength: 2 }), types: fc.array(type, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  after: fc.nat(),
  count,
});

export const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: append },
    { weight: 1, arbitrary: repeat },
    { weight: 2, arbitrary: read },
    { weight: 2, arbitrary: readAll },
  ),
  { minLength: 1, maxLength: 30 },
);
