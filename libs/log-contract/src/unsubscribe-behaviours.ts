import { expect, test } from '@jest/globals';
import { aWhile, Follower } from './follower.ts';
import { add, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function unsubscribeBehaviours(opened: OpenedLog): void {
  test('no event and no checkpoint comes after it resolved', async () => {
    await add(opened.log, 's', ...newEvents(500));
    for (let n = 0; n < 10; n++) {
      const follower = new Follower(opened.log, { onEvent: () => new Promise((resolve) => setImmediate(resolve)) });
      await follower.untilEvents(n * 3);
      await follower.subscription.unsubscribe();
      const told = [follower.events.length, follower.checkpoints.length];
      await add(opened.log, 's', newEvent());
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect([follower.events.length, follower.checkpoints.length]).toEqual(told);
      expect(follower.stops).toEqual([]);
    }
  });

  test('it waits for the handler that is running', async () => {
    const steps: string[] = [];
    const follower = new Follower(opened.log, {
      onEvent: async () => {
        steps.push('begun');
        await aWhile();
        steps.push('ended');
      },
    });
    await add(opened.log, 's', ...newEvents(2));
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await follower.subscription.unsubscribe();
    expect(steps).toEqual(['begun', 'ended']);
    expect(follower.events).toHaveLength(1);
  });

  test('it may be called at once, twice, and while nothing comes', async () => {
    await add(opened.log, 's', ...newEvents(3));
    const early = new Follower(opened.log);
    await Promise.all([early.subscription.unsubscribe(), early.subscription.unsubscribe()]);
    expect(early.events).toEqual([]);
    const idle = new Follower(opened.log);
    await idle.untilEvents(3);
    await aWhile();
    await idle.subscription.unsubscribe();
    await idle.subscription.unsubscribe();
    expect(idle.stops).toEqual([]);
  });

  test('it may be called by the handler itself', async () => {
    const follower: Follower = new Follower(opened.log, { onEvent: () => follower.subscription.unsubscribe() });
    await add(opened.log, 's', ...newEvents(3));
    await follower.untilEvents(1);
    await aWhile();
    expect(follower.events).toHaveLength(1);
    await follower.subscription.unsubscribe();
  });

  test('it resolves after the subscription stopped by a fault', async () => {
    const follower = new Follower(opened.log, { onEvent: () => Promise.reject(new Error('failed')) });
    await add(opened.log, 's', newEvent());
    await follower.until(() => follower.stops.length > 0);
    await follower.subscription.unsubscribe();
    expect(follower.stops).toHaveLength(1);
  });
}
