import { expect, test } from '@jest/globals';
import { LogConflict } from '@palimpsest/application';
import type { EventLog, ExpectedRevision } from '@palimpsest/application';
import { add, bigints, collect, ids, newEvent, newEvents, revisions } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { refusal } from './refusal.ts';

async function expectConflict(log: EventLog, expected: ExpectedRevision, actual: bigint | null): Promise<void> {
  const before = await ids(log.readAll());
  const error = await refusal(log.append('s', newEvents(2), expected), 'conflict');
  expect(error).toBeInstanceOf(LogConflict);
  expect(error).toMatchObject({ stream: 's', expected, actual });
  expect(await ids(log.readAll())).toEqual(before);
}

export function conflictBehaviours(opened: OpenedLog): void {
  test('no_stream on an existing stream is a conflict', async () => {
    await add(opened.log, 's', ...newEvents(3));
    await expectConflict(opened.log, 'no_stream', 2n);
  });

  test.each([0n, 1n, 7n, 2n ** 53n, 2n ** 63n, 2n ** 64n])(
    'revision %s on a missing stream is a conflict',
    async (n) => {
      await expectConflict(opened.log, n, null);
    },
  );

  test.each([0n, 1n])('revision %s, behind the stream, is a conflict', async (n) => {
    await add(opened.log, 's', ...newEvents(3));
    await expectConflict(opened.log, n, 2n);
  });

  test.each([3n, 4n, 2n ** 53n + 2n, 2n ** 63n, 2n ** 64n + 2n])(
    'revision %s, ahead of the stream, is a conflict',
    async (n) => {
      await add(opened.log, 's', ...newEvents(3));
      await expectConflict(opened.log, n, 2n);
    },
  );

  test('an empty batch with a wrong revision is a conflict too', async () => {
    await add(opened.log, 's', newEvent());
    await refusal(opened.log.append('s', [], 5n), 'conflict');
    await refusal(opened.log.append('s', [], 'no_stream'), 'conflict');
  });

  test('a conflict on a stream does not depend on its neighbours', async () => {
    await add(opened.log, 's-1', ...newEvents(4));
    await expectConflict(opened.log, 3n, null);
  });

  test('of 20 writers at one revision one wins, and the others get the conflict', async () => {
    await add(opened.log, 's', newEvent());
    const settled = await Promise.allSettled(newEvents(20).map((event) => opened.log.append('s', [event], 0n)));
    const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(19);
    for (const error of refused) {
      expect(error).toBeInstanceOf(LogConflict);
      expect(error).toMatchObject({ stream: 's', expected: 0n, actual: 1n });
    }
    expect(await revisions(opened.log.read('s'))).toEqual(bigints(2));
  });

  test('a refused append does not harm those that came with it', async () => {
    const good = newEvents(10);
    const results = await Promise.allSettled(
      good.flatMap((event, n) => [
        opened.log.append(`good-${n}`, [event], 'no_stream'),
        opened.log.append('bad', newEvents(2), 5n),
      ]),
    );
    expect(results.map(({ status }) => status)).toEqual(good.flatMap(() => ['fulfilled', 'rejected']));
    expect(await ids(opened.log.readAll())).toEqual(good.map(({ id }) => id));
  });

  test('writers that read and try again until they win lose no update', async () => {
    const increment = async (): Promise<void> => {
      for (;;) {
        const [last] = await collect(opened.log.read('s', { direction: 'backwards', count: 1 }));
        const n = last ? (last.data['n'] as number) : 0;
        try {
          await opened.log.append('s', [newEvent({ data: { n: n + 1 } })], last?.revision ?? 'no_stream');
          return;
        } catch (error) {
          if (!(error instanceof LogConflict)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 12 }, increment));
    const events = await collect(opened.log.read('s'));
    expect(events.map(({ data }) => data['n'])).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  });
}
