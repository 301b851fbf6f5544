import { expect, test } from '@jest/globals';
import { add, bigints, collect, ids, idsOf, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { expectEmpty } from './refusal.ts';

export function appendBehaviours(opened: OpenedLog): void {
  test('a new stream, appended with no_stream, has revisions from 0', async () => {
    const appended = await opened.log.append('s', newEvents(3), 'no_stream');
    const events = await collect(opened.log.read('s'));
    expect(events.map(({ revision }) => revision)).toEqual(bigints(3));
    expect(appended).toEqual({ revision: 2n, position: events[2]?.position });
  });

  test('revisions and positions are bigints', async () => {
    const { revision, position } = await opened.log.append('s', newEvents(1), 'no_stream');
    const [event] = await collect(opened.log.read('s'));
    for (const value of [revision, position, event?.revision, event?.position, await opened.log.head('s')])
      expect(typeof value).toBe('bigint');
  });

  test('revisions have no gaps and positions rise strictly, over streams and batches', async () => {
    for (let round = 0; round < 5; round++)
      for (const stream of ['a', 'b']) await add(opened.log, stream, ...newEvents(3));
    const all = await collect(opened.log.readAll());
    for (const stream of ['a', 'b'])
      expect(all.filter((event) => event.stream === stream).map(({ revision }) => revision)).toEqual(bigints(15));
    const positions = all.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('a read, the head and the end see at once what was appended', async () => {
    for (let n = 0; n < 20; n++) {
      const event = newEvent();
      const position = await add(opened.log, 's', event);
      expect(await opened.log.head('s')).toBe(BigInt(n));
      expect(await opened.log.end()).toBe(position);
      const [last] = await collect(opened.log.read('s', { direction: 'backwards', count: 1 }));
      expect(last).toEqual({ ...event, stream: 's', revision: BigInt(n), position });
    }
  });

  test('a batch keeps its order and is of one piece', async () => {
    const events = newEvents(50);
    await Promise.all([
      opened.log.append('a', events, 'no_stream'),
      opened.log.append('b', newEvents(50), 'no_stream'),
    ]);
    expect(await ids(opened.log.read('a'))).toEqual(idsOf(events));
    const streams = (await collect(opened.log.readAll())).map(({ stream }) => stream);
    expect(streams.filter((stream, index) => stream !== streams[index - 1])).toHaveLength(2);
  });

  test('an empty batch on a missing stream writes nothing', async () => {
    expect(await opened.log.append('s', [], 'no_stream')).toEqual({ revision: null, position: null });
    expect(await opened.log.head('s')).toBeNull();
    await expectEmpty(opened.log);
  });

  test("an empty batch on an existing stream answers the stream's last event", async () => {
    const appended = await opened.log.append('s', newEvents(2), 'no_stream');
    await add(opened.log, 'other', newEvent());
    expect(await opened.log.append('s', [], 1n)).toEqual(appended);
    expect(await opened.log.head('s')).toBe(1n);
  });

  test('an empty log has no end, and no stream has a head', async () => {
    expect(await opened.log.head('s')).toBeNull();
    await expectEmpty(opened.log);
  });

  test('what the caller does to its objects later changes nothing', async () => {
    const data = { list: [1, { deep: 'as it was' }] };
    const appending = opened.log.append('s', [newEvent({ data })], 'no_stream');
    data.list.push(2);
    await appending;
    data.list.length = 0;
    const [first] = await collect(opened.log.read('s'));
    expect(first?.data).toEqual({ list: [1, { deep: 'as it was' }] });
    (first?.data['list'] as unknown[]).length = 0;
    const [second] = await collect(opened.log.read('s'));
    expect(second?.data).toEqual({ list: [1, { deep: 'as it was' }] });
  });

  test('200 appends at once to as many streams are all there, once', async () => {
    const events = newEvents(200);
    const answers = await Promise.all(events.map((event, n) => opened.log.append(`s-${n}`, [event], 'no_stream')));
    const all = await collect(opened.log.readAll());
    expect(idsOf(all).sort()).toEqual(idsOf(events).sort());
    for (const [n, { revision, position }] of answers.entries()) {
      expect(revision).toBe(0n);
      expect(all.find((event) => event.position === position)?.id).toBe(events[n]?.id);
    }
  });
}
