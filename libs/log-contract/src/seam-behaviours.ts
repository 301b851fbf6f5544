import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Follower } from './follower.ts';
import { add, ids, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function seamBehaviours(opened: OpenedLog): void {
  test('no gap and no double at the seam of catching up and live, while appends go on', async () => {
    let going = true;
    const writers = ['a', 'b', 'c'].map(async (stream) => {
      while (going) {
        await add(opened.log, stream, ...newEvents(3));
        // A log in memory answers without ever giving the timers their turn.
        await setImmediate();
      }
    });
    const followers: Follower[] = [];
    for (let n = 0; n < 12; n++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      followers.push(new Follower(opened.log));
    }
    going = false;
    await Promise.all(writers);
    const all = await ids(opened.log.readAll());
    for (const follower of followers) {
      await follower.untilEvents(all.length);
      await follower.subscription.unsubscribe();
      expect(follower.ids).toEqual(all);
    }
  });

  test('a subscription that goes on from any checkpoint or event of another completes it', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.boolean(), async (batches, cut, fromCheckpoint) => {
        const start = await opened.log.end();
        const first = new Follower(opened.log, { after: start, types: ['Happened'] });
        for (const size of batches)
          await add(opened.log, 's', ...newEvents(size), ...newEvents(1, { type: 'Ignored' }));
        const end = (await opened.log.end()) as bigint;
        await first.until(() => (first.checkpoints.at(-1) ?? 0n) >= end);
        const places = fromCheckpoint ? first.checkpoints : first.events.map(({ position }) => position);
        const after = places[cut % places.length] as bigint;
        const second = new Follower(opened.log, { after, types: ['Happened'] });
        await second.until(() => after === end || (second.checkpoints.at(-1) ?? 0n) >= end);
        await Promise.all([first, second].map(({ subscription }) => subscription.unsubscribe()));
        const before = first.events.filter(({ position }) => position <= after);
        expect([...before, ...second.events]).toEqual(first.events);
        expect(first.events).toHaveLength(batches.reduce((sum, size) => sum + size, 0));
      }),
      { numRuns: 15 },
    );
  });
}
