import { expect, test } from '@jest/globals';
import { LogError } from '@palimpsest/application';
import { aWhile, Follower } from './follower.ts';
import { add, collect, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { refusal } from './refusal.ts';

export function closeBehaviours(opened: OpenedLog): void {
  test('it may be called twice, also at once', async () => {
    await Promise.all([opened.log.close(), opened.log.close()]);
    await opened.log.close();
  });

  test('afterwards every method is refused as log_closed', async () => {
    await add(opened.log, 's', newEvent());
    await opened.log.close();
    await refusal(opened.log.append('s', newEvents(1), 0n), 'log_closed');
    await refusal(opened.log.head('s'), 'log_closed');
    await refusal(opened.log.end(), 'log_closed');
    await refusal(collect(opened.log.read('s')), 'log_closed');
    await refusal(collect(opened.log.readAll()), 'log_closed');
    expect(() => opened.log.subscribe({ after: null, onEvent: () => {} })).toThrow(LogError);
  });

  test('appends under way are answered first', async () => {
    let answered = 0;
    const appends = newEvents(50).map(async (event, n) => {
      await opened.log.append(`s-${n}`, [event], 'no_stream');
      answered++;
    });
    await opened.log.close();
    expect(answered).toBe(50);
    await Promise.all(appends);
  });

  test('subscriptions end, without a fault and without another event', async () => {
    const follower = new Follower(opened.log, { onEvent: () => new Promise((resolve) => setTimeout(resolve, 2)) });
    const idle = new Follower(opened.log, { types: ['Never'] });
    const end = await add(opened.log, 's', ...newEvents(100));
    await idle.untilPosition(end);
    await follower.untilEvents(3);
    await opened.log.close();
    const told = follower.events.length;
    await aWhile();
    expect(follower.events).toHaveLength(told);
    expect([...follower.stops, ...idle.stops]).toEqual([]);
    await follower.subscription.unsubscribe();
  });

  test('a read under way is refused as log_closed, not cut short as if it were whole', async () => {
    await add(opened.log, 's', ...newEvents(1000));
    const reads = [opened.log.read('s'), opened.log.readAll()].map((events) => events[Symbol.asyncIterator]());
    for (const read of reads) await read.next();
    await opened.log.close();
    for (const read of reads) {
      const rest = (async () => {
        while (!(await read.next()).done);
      })();
      await refusal(rest, 'log_closed');
    }
  });

  test('a read that was left early does not hold it up', async () => {
    await add(opened.log, 's', ...newEvents(1000));
    for await (const event of opened.log.read('s')) if (event.revision === 3n) break;
    const forgotten = opened.log.readAll()[Symbol.asyncIterator]();
    await forgotten.next();
    await opened.log.close();
  });

  test('a handler may call it', async () => {
    const follower: Follower = new Follower(opened.log, { onEvent: () => opened.log.close() });
    await add(opened.log, 's', newEvent());
    await follower.untilEvents(1);
    await opened.log.close();
  });
}
