import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import type { EventLog } from '@palimpsest/application';
import type { StoredEvent } from '@palimpsest/domain';
import { add, bigints, newEvent, newEvents, revisions } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

const EVENTS = 100_000;
const BATCH = 1000;
/** Bytes that a read may hold at once. All events together are many times more. */
const FLAT = 16 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function fill(log: EventLog): Promise<void> {
  const text = 'x'.repeat(400);
  for (let from = 0; from < EVENTS; from += BATCH)
    await log.append(
      'large',
      newEvents(BATCH).map((event, n) => ({ ...event, data: { n: from + n, text } })),
      from === 0 ? 'no_stream' : BigInt(from - 1),
    );
}

/** Reads all, keeping nothing, and gives the number of events and the most that the heap grew meanwhile. */
async function walk(events: AsyncIterable<StoredEvent>): Promise<{ read: number; grown: number }> {
  const before = heapUsed();
  let read = 0;
  let grown = 0;
  let previous: bigint | undefined;
  for await (const { position, revision, data } of events) {
    if (previous !== undefined && position <= previous) throw new Error(`position ${position} after ${previous}`);
    if (data['n'] !== Number(revision)) throw new Error(`revision ${revision} has the data of ${String(data['n'])}`);
    previous = position;
    if (++read % 20_000 === 0) grown = Math.max(grown, heapUsed() - before);
  }
  return { read, grown };
}

export function largeLogBehaviours(opened: OpenedLog): void {
  test('100,000 events are read at flat memory, and a read left early frees what it holds', async () => {
    await fill(opened.log);
    for (const reading of [opened.log.read('large'), opened.log.readAll({ types: ['Happened'] })]) {
      const { read, grown } = await walk(reading);
      expect(read).toBe(EVENTS);
      expect(grown).toBeLessThan(FLAT);
    }
    for (let n = 0; n < 100; n++) for await (const { revision } of opened.log.read('large')) if (revision === 1n) break;
    expect(await add(opened.log, 'large', newEvent())).toBe(await opened.log.end());
    await opened.log.close();
  }, 60_000);

  test('every edge of a page is exact', async () => {
    const sizes = [99, 100, 101, 249, 250, 256, 499, 500, 501, 512, 999, 1000, 1001];
    await add(opened.log, 's', ...newEvents(1002));
    for (const count of sizes) {
      expect(await revisions(opened.log.read('s', { count }))).toEqual(bigints(count));
      expect(await revisions(opened.log.read('s', { from: BigInt(count) }))).toEqual(bigints(1002 - count, count));
      const back = await revisions(opened.log.read('s', { direction: 'backwards', from: BigInt(count) }));
      expect(back).toEqual(bigints(count + 1).reverse());
      expect(await revisions(opened.log.readAll({ count }))).toEqual(bigints(count));
    }
  });

  test('events of the largest size are read one after another', async () => {
    const text = 'x'.repeat(990_000);
    for (let n = 0; n < 12; n++) await add(opened.log, 's', newEvent({ data: { n, text } }));
    expect((await walk(opened.log.read('s'))).read).toBe(12);
    expect(await revisions(opened.log.readAll({ count: 5 }))).toEqual(bigints(5));
    expect(await revisions(opened.log.read('s', { direction: 'backwards' }))).toEqual(bigints(12).reverse());
  });
}
