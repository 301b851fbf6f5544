import { expect, it } from '@jest/globals';
import type { Entry } from '@palimpsest/domain';
import fc from 'fast-check';
import { packEntries, sizeOfEntries, unpackEntries } from './packed.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\uD800', '\uDC00', '__proto__', '😀'));
const entry = fc.oneof<fc.Arbitrary<Entry>[]>(
  fc.record({ text, base: text }),
  fc.record({ description: text, body: text }),
);

it('entries are the same after they crossed, in the same order, whatever their texts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, entry)), (list) => {
      const entries = new Map(list);
      expect([...unpackEntries(structuredClone(packEntries(entries)))]).toEqual([...entries]);
    }),
  );
});

it('their size grows with their texts and their number', () => {
  const size = (count: number, body: string) =>
    sizeOfEntries(
      packEntries(new Map(Array.from({ length: count }, (_, at) => [String(at), { text: body, base: '' }]))),
    );
  expect(size(1, 'x'.repeat(5000))).toBeGreaterThanOrEqual(5000);
  expect(size(3000, '')).toBeGreaterThan(30_000);
});
