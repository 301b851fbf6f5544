import { expect, test } from '@jest/globals';
import { LogConflict } from '@palimpsest/application';
import { Follower } from './follower.ts';
import { add, bigints, collect, ids, newEvent, newEvents, revisions } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function instanceBehaviours(opened: OpenedLog): void {
  test('what one appended, the other sees at once: head, end and reads', async () => {
    const other = await opened.another();
    for (let n = 0; n < 30; n++) {
      const [writer, reader] = n % 2 === 0 ? [opened.log, other] : [other, opened.log];
      const position = await add(writer, 's', newEvent());
      expect(await reader.head('s')).toBe(BigInt(n));
      expect(await reader.end()).toBe(position);
      expect(await revisions(reader.read('s', { direction: 'backwards', count: 1 }))).toEqual([BigInt(n)]);
    }
  });

  test('of writers of two instances at one revision one wins, and the others get the conflict', async () => {
    const other = await opened.another();
    for (let round = 0; round < 10; round++) {
      const expected = (await opened.log.head('s')) ?? 'no_stream';
      const settled = await Promise.allSettled(
        newEvents(6).map((event, n) => (n % 2 === 0 ? opened.log : other).append('s', [event], expected)),
      );
      const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      expect(refused).toHaveLength(5);
      for (const error of refused) expect(error).toBeInstanceOf(LogConflict);
      expect(await other.head('s')).toBe(BigInt(round));
    }
  });

  test('the same append made through both at once is written once', async () => {
    const other = await opened.another();
    for (let round = 0; round < 10; round++) {
      const events = newEvents(2);
      const answers = await Promise.all(
        [opened.log, other, opened.log].map((log) => log.append(`s-${round}`, events, 'no_stream')),
      );
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(await opened.log.head(`s-${round}`)).toBe(1n);
    }
  });

  test('both append at full speed: nothing is refused, revisions have no gaps, positions rise', async () => {
    const other = await opened.another();
    const work = async (log: typeof other, stream: string): Promise<void> => {
      for (let n = 0; n < 40; n++) await add(log, stream, newEvent());
    };
    await Promise.all([work(opened.log, 'a'), work(other, 'b'), work(opened.log, 'c'), work(other, 'd')]);
    const all = await collect(opened.log.readAll());
    for (const name of ['a', 'b', 'c', 'd'])
      expect(all.filter(({ stream }) => stream === name).map(({ revision }) => revision)).toEqual(bigints(40));
    expect(await ids(other.readAll())).toEqual(all.map(({ id }) => id));
  });

  test('a subscription gets the events of both, without gap or double', async () => {
    const other = await opened.another();
    const follower = new Follower(opened.log);
    const work = async (log: typeof other, stream: string): Promise<void> => {
      for (let n = 0; n < 30; n++) await add(log, stream, newEvent());
    };
    await Promise.all([work(opened.log, 'a'), work(other, 'b')]);
    await follower.untilEvents(60);
    expect(follower.ids).toEqual(await ids(opened.log.readAll()));
  });

  test("an idle subscription notices the other's append within half a second", async () => {
    const other = await opened.another();
    const follower = new Follower(opened.log);
    for (let n = 1; n <= 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await add(other, 's', newEvent());
      const appended = performance.now();
      await follower.untilEvents(n);
      expect(performance.now() - appended).toBeLessThan(500);
    }
  });

  test('closing one does not disturb the other', async () => {
    const other = await opened.another();
    const follower = new Follower(opened.log);
    await add(other, 's', newEvent());
    await other.close();
    await add(opened.log, 's', newEvent());
    await follower.untilEvents(2);
    expect(follower.stops).toEqual([]);
  });
}
