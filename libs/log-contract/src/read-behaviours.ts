import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReadOptions } from '@palimpsest/application';
import { add, bigints, collect, ids, idsOf, newEvent, newEvents, revisions } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function readBehaviours(opened: OpenedLog): void {
  test('a missing stream is empty, in both directions', async () => {
    await add(opened.log, 'other', newEvent());
    expect(await collect(opened.log.read('s'))).toEqual([]);
    expect(await collect(opened.log.read('s', { direction: 'backwards' }))).toEqual([]);
    expect(await collect(opened.log.read('s', { from: 5n, count: 5 }))).toEqual([]);
  });

  describe('of a stream with 10 events', () => {
    const last = 9;
    beforeEach(async () => {
      await add(opened.log, 's', ...newEvents(10));
    });

    const down = (from: number, count: number): bigint[] => bigints(count, from - count + 1).reverse();
    test.each<[string, ReadOptions, bigint[]]>([
      ['forwards, all', {}, bigints(10)],
      ['forwards, from 4', { from: 4n }, bigints(6, 4)],
      ['forwards, from the last', { from: 9n }, [9n]],
      ['forwards, from beyond the end', { from: 10n }, []],
      ['forwards, from far beyond', { from: 2n ** 70n }, []],
      ['forwards, count 0', { count: 0 }, []],
      ['forwards, count 1', { count: 1 }, [0n]],
      ['forwards, count 10', { count: 10 }, bigints(10)],
      ['forwards, count beyond', { count: 1000 }, bigints(10)],
      ['forwards, from 4 count 3', { from: 4n, count: 3 }, bigints(3, 4)],
      ['backwards, all', { direction: 'backwards' }, down(last, 10)],
      ['backwards, from 4', { direction: 'backwards', from: 4n }, down(4, 5)],
      ['backwards, from the first', { direction: 'backwards', from: 0n }, [0n]],
      ['backwards, from beyond the end', { direction: 'backwards', from: 50n, count: 2 }, down(last, 2)],
      ['backwards, from far beyond', { direction: 'backwards', from: 2n ** 70n, count: 2 }, down(last, 2)],
      ['backwards, count 0', { direction: 'backwards', count: 0 }, []],
      ['backwards, count 1', { direction: 'backwards', count: 1 }, [9n]],
      ['backwards, from 4 count 3', { direction: 'backwards', from: 4n, count: 3 }, down(4, 3)],
    ])('%s', async (_what, options, expected) => {
      expect(await revisions(opened.log.read('s', options))).toEqual(expected);
    });
  });

  test('streams whose names begin alike do not mix', async () => {
    const streams = ['usage-a', 'usage-a:1', 'usage-a:10', 'usage-', 'usage', 'usage-ab', 'usage-a:1/x'];
    for (let round = 0; round < 3; round++)
      for (const stream of streams) await add(opened.log, stream, newEvent({ data: { stream } }));
    for (const stream of streams) {
      const events = await collect(opened.log.read(stream));
      expect(events.map(({ data }) => data['stream'])).toEqual([stream, stream, stream]);
    }
  });

  test('a read holds what was there when it began, whatever is appended meanwhile', async () => {
    await add(opened.log, 's', ...newEvents(3));
    const seen: bigint[] = [];
    for await (const { revision } of opened.log.read('s')) {
      seen.push(revision);
      await add(opened.log, 's', newEvent());
    }
    expect(seen).toEqual(bigints(3));
    const all: bigint[] = [];
    for await (const { position } of opened.log.readAll()) {
      all.push(position);
      await add(opened.log, 's', newEvent());
    }
    expect(all).toHaveLength(6);
  });

  test('heads are not stale while a read is under way', async () => {
    await add(opened.log, 's', ...newEvents(3));
    for await (const event of opened.log.read('s')) {
      const position = await add(opened.log, 's', newEvent());
      expect(await opened.log.head('s')).toBe(event.revision + 3n);
      expect(await opened.log.end()).toBe(position);
    }
  });

  test('several reads at once do not disturb each other', async () => {
    await add(opened.log, 's', ...newEvents(40));
    const reads = Array.from({ length: 8 }, (_, n) => revisions(opened.log.read('s', { from: BigInt(n) })));
    for (const [n, read] of (await Promise.all(reads)).entries()) expect(read).toEqual(bigints(40 - n, n));
  });

  test('one read may be walked through by hand, and left', async () => {
    const events = newEvents(3);
    await add(opened.log, 's', ...events);
    const read = opened.log.read('s')[Symbol.asyncIterator]();
    expect((await read.next()).value).toMatchObject({ id: events[0]?.id });
    expect(await read.return?.()).toMatchObject({ done: true });
    expect(await read.next()).toMatchObject({ done: true });
    expect(await ids(opened.log.read('s'))).toEqual(idsOf(events));
  });
}
