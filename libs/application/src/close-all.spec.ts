import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allClosed, closeAll, closeAllNow } from './close-all.ts';

/** Closes things of which some fail, in one of the three ways; gives which were closed, and what was thrown. */
type Close = (steps: readonly (() => void)[]) => Promise<void>;
const ways: readonly (readonly [string, Close])[] = [
  ['one after the other', (steps) => closeAll(steps)],
  [
    'without waiting',
    (steps) =>
      Promise.resolve().then(() => {
        closeAllNow(steps);
      }),
  ],
  ['begun at once', (steps) => allClosed(steps.map((step) => Promise.resolve().then(step)))],
];

describe('closing several things', () => {
  it.each(ways)('%s: each is closed whichever fail, and all faults are told together', async (_, close) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 6 }), async (fails) => {
        const closed: number[] = [];
        const steps = fails.map((isFailing, at) => () => {
          closed.push(at);
          if (isFailing) throw new Error(`fault ${String(at)}`);
        });
        const thrown: unknown = await close(steps).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(closed).toEqual(fails.map((_, at) => at));
        const faults = fails.flatMap((isFailing, at) => (isFailing ? [`fault ${String(at)}`] : []));
        expect(thrown instanceof Error ? thrown.message : '').toBe(faults.join('; '));
        expect(thrown instanceof AggregateError).toBe(faults.length > 1);
      }),
    );
  });
});
