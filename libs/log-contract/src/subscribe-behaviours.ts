import { expect, test } from '@jest/globals';
import { aWhile, Follower } from './follower.ts';
import { add, idsOf, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function subscribeBehaviours(opened: OpenedLog): void {
  test('existing events come first, then live ones, as they are stored', async () => {
    const before = newEvents(3);
    await add(opened.log, 's', ...before);
    const follower = new Follower(opened.log);
    await follower.untilEvents(3);
    const live = newEvents(2);
    const position = await add(opened.log, 't', ...live);
    await follower.untilEvents(5);
    expect(follower.ids).toEqual(idsOf([...before, ...live]));
    expect(follower.events.at(-1)).toEqual({ ...live[1], stream: 't', revision: 1n, position });
  });

  test('a live event comes soon after it was appended', async () => {
    const follower = new Follower(opened.log);
    await aWhile();
    for (let n = 1; n <= 5; n++) {
      await add(opened.log, 's', newEvent());
      const appended = performance.now();
      await follower.untilEvents(n);
      expect(performance.now() - appended).toBeLessThan(1000);
    }
  });

  test('the start position is exclusive', async () => {
    const events = newEvents(4);
    const positions: bigint[] = [];
    for (const event of events) positions.push(await add(opened.log, 's', event));
    for (const [index, after] of positions.entries()) {
      const follower = new Follower(opened.log, { after });
      if (index < 3) await follower.untilEvents(3 - index);
      await follower.subscription.unsubscribe();
      expect(follower.ids).toEqual(idsOf(events.slice(index + 1)));
    }
  });

  test('a start beyond the end waits for events after it', async () => {
    const end = await add(opened.log, 's', newEvent());
    const follower = new Follower(opened.log, { after: end + 2n });
    for (let n = 0; n < 2; n++) await add(opened.log, 's', newEvent());
    await aWhile();
    expect(follower.ids).toEqual([]);
    const later = newEvents(3);
    await add(opened.log, 's', ...later);
    await follower.until(() => follower.ids.includes(later[2]?.id ?? ''));
  });

  test('handlers run strictly one after another', async () => {
    let running = 0;
    let most = 0;
    const follower = new Follower(opened.log, {
      onEvent: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        running--;
      },
      onCheckpoint: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
      },
    });
    for (let n = 0; n < 10; n++) await add(opened.log, 's', ...newEvents(3));
    await follower.untilEvents(30);
    expect(most).toBe(1);
  });

  test('each subscription gets every event, at its own pace', async () => {
    const slow = new Follower(opened.log, { onEvent: () => new Promise((resolve) => setTimeout(resolve, 5)) });
    const fast = new Follower(opened.log);
    const events = newEvents(20);
    await add(opened.log, 's', ...events);
    await Promise.all([slow.untilEvents(20), fast.untilEvents(20)]);
    expect(slow.ids).toEqual(idsOf(events));
    expect(fast.ids).toEqual(idsOf(events));
  });

  test('only what the filter lets through comes, before and after the seam', async () => {
    const wanted: string[] = [];
    const append = async (): Promise<void> => {
      for (const [stream, type] of [
        ['a-1', 'X'],
        ['a-1', 'Y'],
        ['b-1', 'X'],
        ['a-2', 'X'],
      ] as const) {
        const event = newEvent({ type });
        await add(opened.log, stream, event);
        if (stream.startsWith('a-') && type === 'X') wanted.push(event.id);
      }
    };
    await append();
    const follower = new Follower(opened.log, { prefixes: ['a-'], types: ['X'] });
    await follower.untilEvents(2);
    await append();
    await follower.untilEvents(4);
    expect(follower.ids).toEqual(wanted);
  });

  test('a handler may append, and gets its own event in turn', async () => {
    const follower: Follower = new Follower(opened.log, {
      onEvent: async (event) => {
        if (event.stream === 'in') await add(opened.log, 'out', newEvent({ data: { of: event.id } }));
      },
    });
    await add(opened.log, 'in', ...newEvents(5));
    await follower.untilEvents(10);
    const caused = follower.events.filter(({ stream }) => stream === 'out').map(({ data }) => data['of']);
    expect(caused).toEqual(follower.events.filter(({ stream }) => stream === 'in').map(({ id }) => id));
  });

  test('following leaves the process time for its other work', async () => {
    for (let n = 0; n < 6; n++) await add(opened.log, 's', ...newEvents(1000));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const follower = new Follower(opened.log, { onEvent: () => {} });
    await follower.untilEvents(6000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
}
