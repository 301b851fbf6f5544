import { expect, test } from '@jest/globals';
import { Follower } from './follower.ts';
import type { Capabilities, LogStore } from './harness.ts';
import { add, ids, idsOf, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { refusal } from './refusal.ts';

/** Milliseconds in which a log that is away must say so. */
const LIMIT = 10_000;

export function outageBehaviours<S extends LogStore>(
  opened: OpenedLog<S>,
  begin: Exclude<Capabilities<S>['outage'], { cannot: string }>,
): void {
  test('an append gets store_unavailable within a time limit, and a retry with the same ids writes once', async () => {
    await add(opened.log, 's', newEvent());
    const events = newEvents(2);
    const end = await begin(opened.store);
    const began = performance.now();
    await refusal(opened.log.append('s', events, 0n), 'store_unavailable');
    expect(performance.now() - began).toBeLessThan(LIMIT);
    await end();
    const { revision } = await opened.log.append('s', events, 0n);
    expect(revision).toBe(2n);
    expect((await opened.log.append('s', events, 0n)).revision).toBe(2n);
    expect((await ids(opened.log.read('s'))).slice(1)).toEqual(idsOf(events));
  });

  test('many appends at once are all answered in that time, and subscriptions go on afterwards', async () => {
    const follower = new Follower(opened.log);
    const end = await begin(opened.store);
    const began = performance.now();
    const appends = newEvents(20).map((event, n) => opened.log.append(`s-${n}`, [event], 'no_stream'));
    for (const result of await Promise.allSettled(appends)) {
      expect(result.status).toBe('rejected');
      expect((result as PromiseRejectedResult).reason).toHaveProperty('code', 'store_unavailable');
    }
    expect(performance.now() - began).toBeLessThan(LIMIT);
    await end();
    const event = newEvent();
    await add(opened.log, 'after', event);
    await follower.until(() => follower.ids.includes(event.id));
    expect(follower.stops).toEqual([]);
  });
}
