import { expect, test } from '@jest/globals';
import { Follower } from './follower.ts';
import { add, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function checkpointBehaviours(opened: OpenedLog): void {
  test('checkpoints rise, and never pass an event that was not handled', async () => {
    let handled: bigint | null = null;
    const wrong: bigint[] = [];
    const positions: bigint[] = [];
    const follower = new Follower(opened.log, {
      onEvent: async ({ position }) => {
        await Promise.resolve();
        handled = position;
      },
      onCheckpoint: (checkpoint) => {
        const due = positions.filter((position) => position <= checkpoint).at(-1);
        if (due !== undefined && (handled === null || handled < due)) wrong.push(checkpoint);
      },
    });
    for (let n = 0; n < 20; n++) positions.push(await add(opened.log, 's', newEvent()));
    await follower.untilPosition(positions.at(-1) as bigint);
    expect(wrong).toEqual([]);
    expect(follower.checkpoints).toEqual([...new Set(follower.checkpoints)].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('they pass over ignored events, existing and live', async () => {
    await add(opened.log, 'wanted', newEvent());
    const ignored = await add(opened.log, 'ignored', ...newEvents(30));
    const follower = new Follower(opened.log, { prefixes: ['wanted'] });
    await follower.untilPosition(ignored);
    for (let n = 0; n < 3; n++) await follower.untilPosition(await add(opened.log, 'ignored', newEvent()));
    expect(follower.events).toHaveLength(1);
  });

  test('they move also where nothing ever matches', async () => {
    const existing = await add(opened.log, 's', ...newEvents(1500));
    const follower = new Follower(opened.log, { types: ['Never'] });
    await follower.untilPosition(existing);
    await follower.untilPosition(await add(opened.log, 's', newEvent()));
    expect(follower.events).toEqual([]);
  });

  test('one comes when the end is reached, so that a follower knows that it has caught up', async () => {
    const end = await add(opened.log, 's', ...newEvents(7));
    const follower = new Follower(opened.log);
    await follower.untilPosition(end);
    expect(follower.checkpoints.at(-1)).toBe(end);
    expect(follower.events).toHaveLength(7);
  });

  test('one that throws stops the subscription, and is signalled once', async () => {
    const fault = new Error('cannot store the checkpoint');
    const follower = new Follower(opened.log, { onCheckpoint: () => Promise.reject(fault) });
    await add(opened.log, 's', newEvent());
    await follower.until(() => follower.stops.length > 0);
    await add(opened.log, 's', newEvent());
    await follower.subscription.unsubscribe();
    expect(follower.stops).toEqual([{ error: fault, event: undefined }]);
  });
}
