import { expect, test } from '@jest/globals';
import { Follower } from './follower.ts';
import type { Capabilities, LogStore } from './harness.ts';
import { add, ids, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function lostConnectionBehaviours<S extends LogStore>(
  opened: OpenedLog<S>,
  cut: Exclude<Capabilities<S>['lostConnections'], { cannot: string }>,
): void {
  test.each(['catching up', 'live'])(
    'a connection lost while %s is made again, three times, without gap or double',
    async (when) => {
      await add(opened.log, 's', ...newEvents(300));
      const follower = new Follower(opened.log, {
        onEvent: () => (when === 'live' ? undefined : new Promise((resolve) => setTimeout(resolve, 1))),
      });
      for (let time = 1; time <= 3; time++) {
        await follower.untilEvents(when === 'live' ? 300 + (time - 1) * 2 : time * 50);
        await cut(opened.store);
        const writer = await opened.another();
        await add(writer, 's', ...newEvents(2));
        await writer.close();
      }
      await follower.untilEvents(306);
      expect(follower.ids).toEqual(await ids(opened.log.readAll()));
      expect(follower.stops).toEqual([]);
    },
  );
}

export function lateCommitBehaviours<S extends LogStore>(
  opened: OpenedLog<S>,
  begin: Exclude<Capabilities<S>['lateCommit'], { cannot: string }>,
): void {
  test('an event that becomes visible late, with a lower position, is not skipped', async () => {
    const follower = new Follower(opened.log);
    const late = newEvents(2);
    const begun = await begin(opened.store, 'late', late);
    await opened.log.append('early', newEvents(1), 'no_stream');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await begun.commit();
    await follower.untilEvents(3);
    expect(follower.ids).toEqual(await ids(opened.log.readAll()));
  });
}

export function highPositionBehaviours(opened: OpenedLog, first: bigint): void {
  test('positions beyond 2^53 are exact in appends, reads, starts and checkpoints', async () => {
    const events = newEvents(4);
    const answers: bigint[] = [];
    for (const event of events) answers.push(await add(opened.log, 's', event));
    expect(answers).toEqual([first, first + 1n, first + 2n, first + 3n]);
    expect(await opened.log.end()).toBe(first + 3n);
    expect(await ids(opened.log.readAll({ after: first + 1n }))).toEqual([events[2]?.id, events[3]?.id]);
    const follower = new Follower(opened.log, { after: first + 2n });
    await follower.untilPosition(first + 3n);
    expect(follower.events.map(({ position }) => position)).toEqual([first + 3n]);
  });
}
