import { expect, test } from '@jest/globals';
import type { StoredEvent } from '@palimpsest/domain';
import { aWhile, Follower } from './follower.ts';
import { add, idsOf, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

const fault = new Error('the handler failed');

export function handlerBehaviours(opened: OpenedLog): void {
  test.each<[string, (event: StoredEvent) => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw fault;
      },
    ],
    ['rejects', () => Promise.reject(fault)],
    [
      'rejects later',
      async () => {
        await aWhile();
        throw fault;
      },
    ],
  ])('a handler that %s stops at the last success and signals once', async (_how, fail) => {
    const events = newEvents(5);
    await add(opened.log, 's', ...events);
    const follower = new Follower(opened.log, {
      onEvent: (event) => (event.id === events[3]?.id ? fail(event) : undefined),
    });
    await follower.until(() => follower.stops.length > 0);
    await add(opened.log, 's', newEvent());
    await aWhile();
    expect(follower.ids).toEqual(idsOf(events.slice(0, 3)));
    expect(follower.stops).toHaveLength(1);
    expect(follower.stops[0]).toMatchObject({ error: fault, event: { id: events[3]?.id, revision: 3n } });
    expect(follower.checkpoints.every((position) => position < (follower.stops[0]?.event?.position ?? 0n))).toBe(true);
    await follower.subscription.unsubscribe();
  });

  test('it fails alike on a live event', async () => {
    const follower = new Follower(opened.log, {
      onEvent: (event) => {
        if (event.data['n'] === 1) throw fault;
      },
    });
    await aWhile();
    await add(opened.log, 's', ...newEvents(3));
    await follower.until(() => follower.stops.length > 0);
    expect(follower.events).toHaveLength(1);
    expect(follower.stops).toHaveLength(1);
  });

  test('the same event comes again to a subscription from the last success', async () => {
    const events = newEvents(4);
    await add(opened.log, 's', ...events);
    let failures = 2;
    const seen: string[] = [];
    let after: bigint | null = null;
    for (;;) {
      const follower: Follower = new Follower(opened.log, {
        after,
        onEvent: (event) => {
          seen.push(event.id);
          if (event.id === events[2]?.id && failures-- > 0) throw fault;
        },
      });
      await follower.until(() => follower.stops.length > 0 || follower.ids.at(-1) === events[3]?.id);
      after = follower.events.at(-1)?.position ?? after;
      await follower.subscription.unsubscribe();
      if (follower.stops.length === 0) break;
    }
    const [first, second, third, fourth] = idsOf(events);
    expect(seen).toEqual([first, second, third, third, third, fourth]);
  });

  test('a failing subscription does not disturb the others, nor appends', async () => {
    const failing = new Follower(opened.log, { onEvent: () => Promise.reject(fault) });
    const healthy = new Follower(opened.log);
    await add(opened.log, 's', ...newEvents(3));
    await failing.until(() => failing.stops.length > 0);
    await add(opened.log, 's', ...newEvents(3));
    await healthy.untilEvents(6);
    expect(healthy.stops).toEqual([]);
  });
}
