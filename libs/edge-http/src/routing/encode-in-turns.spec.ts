import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeInTurns } from './encode-in-turns.ts';

test('an answer that is encoded over several turns is what JSON.stringify makes', async () => {
  const value = fc.anything({
    values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(value), fc.dictionary(fc.string(), value)), async (answer) => {
      expect((await encodeInTurns(answer)).toString()).toBe(JSON.stringify(answer));
    }),
    { numRuns: 500 },
  );
});

test('others have their turns while a long list is encoded, also where one item holds most of it', async () => {
  const uses = Array.from({ length: 20_000 }, (_, use) => ({ use, digest: 'd'.repeat(100) }));
  for (const answer of [
    { items: [{ session: 's', uses }], next_cursor: null },
    { session: 's', uses },
  ]) {
    const state = { isEncoding: true };
    const encoded = encodeInTurns(answer).finally(() => (state.isEncoding = false));
    let turns = 0;
    while (state.isEncoding) {
      await setImmediate();
      turns += 1;
    }
    expect((await encoded).toString()).toBe(JSON.stringify(answer));
    expect(turns).toBeGreaterThan(20);
  }
});
