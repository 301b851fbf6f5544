import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventLog } from '@palimpsest/application';
import { checkSqliteLog } from './check-sqlite-log.ts';
import { connect } from './connection.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

const EVENTS = 400;

/** Changes one byte of a text that is somewhere in the file. */
function damageText(file: string, text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
}

async function readAll(log: EventLog): Promise<number> {
  let read = 0;
  for await (const { position } of log.readAll()) read = Number(position);
  return read;
}

describe('a damaged log', () => {
  let folder: string;
  let file: string;
  let log: EventLog;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'damage-'));
    file = join(folder, 'log.db');
    log = await openSqliteLog({ file });
    for (let n = 0; n < EVENTS; n += 2)
      await log.append(
        's',
        [n, n + 1].map((m) => ({ id: `id-${m}`, type: 'Happened', schema: 1, data: { text: `text-${m}-` } })),
        n === 0 ? 'no_stream' : BigInt(n - 1),
      );
  });
  afterEach(async () => {
    await log.close();
    rmSync(folder, { recursive: true });
  });

  test('an intact one is found intact, in use and closed', async () => {
    const progress: number[] = [];
    const intact = { events: EVENTS, end: BigInt(EVENTS), damage: null };
    expect(await checkSqliteLog(file, (events) => progress.push(events))).toEqual(intact);
    expect(progress.at(-1)).toBe(EVENTS);
    await log.close();
    expect(await checkSqliteLog(file)).toEqual(intact);
  });

  test('a changed byte is met by the read that comes to it, named by its position; then nothing is appended', async () => {
    await log.close();
    damageText(file, 'text-100-');
    log = await openSqliteLog({ file });
    await log.append('other', [{ id: 'x', type: 'Happened', schema: 1, data: {} }], 'no_stream');
    await expect(readAll(log)).rejects.toMatchObject({
      code: 'log_damaged',
      message: expect.stringMatching(/log\.db is damaged: the event at position 101 /),
    });
    await expect(log.append('other', [{ id: 'y', type: 'Happened', schema: 1, data: {} }], 0n)).rejects.toMatchObject({
      code: 'log_damaged',
    });
    expect(await checkSqliteLog(file)).toMatchObject({
      events: 100,
      end: 100n,
      damage: { position: 101n, stream: 's', revision: 100n },
    });
  });

  test('a subscription stops there, once, after what comes before', async () => {
    await log.close();
    damageText(file, 'text-100-');
    log = await openSqliteLog({ file });
    let last = 0n;
    const error = await new Promise((resolve) => {
      log.subscribe({ after: null, onEvent: ({ position }) => void (last = position), onStopped: resolve });
    });
    expect(error).toMatchObject({ code: 'log_damaged' });
    expect(last).toBeLessThan(101n);
  });

  test('a changed byte near the end is met when the log is opened', async () => {
    await log.close();
    damageText(file, `text-${EVENTS - 3}-`);
    await expect(openSqliteLog({ file })).rejects.toMatchObject({ code: 'log_damaged' });
  });

  test('an event that is gone is met by reads of its stream, and named', async () => {
    const db = connect(file, { busyTimeout: 1000 });
    db.prepare('DELETE FROM events WHERE position = 51').run();
    db.close();
    await expect(
      (async () => {
        for await (const event of log.read('s')) expect(event.revision).toBeLessThan(50n);
      })(),
    ).rejects.toMatchObject({ code: 'log_damaged', message: expect.stringContaining('position 52') });
    expect(await checkSqliteLog(file)).toMatchObject({ damage: { position: 52n, stream: 's', revision: 51n } });
  });

  test('overwritten pages give log_damaged, not an error of the driver', async () => {
    await log.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096 * 3, 4096 * 6);
    writeFileSync(file, bytes);
    expect((await checkSqliteLog(file)).damage).not.toBeNull();
    const opened = openSqliteLog({ file }).then(async (again) => {
      log = again;
      await readAll(again);
    });
    await expect(opened).rejects.toMatchObject({ code: 'log_damaged', message: expect.stringContaining('is damaged') });
  });

  describe('after a crash, so that events are in the write-ahead log', () => {
    let crashed: string;
    beforeEach(() => {
      crashed = join(folder, 'crashed.db');
      for (const end of ['', '-wal']) copyFileSync(file + end, crashed + end);
    });

    test('an intact one is opened with all its events', async () => {
      const again = await openSqliteLog({ file: crashed });
      expect(await readAll(again)).toBe(EVENTS);
      await again.close();
    });

    test.each([
      ['its header', () => 10],
      ['its first frame', () => 1000],
      ['its middle', (bytes: Buffer) => bytes.indexOf('text-200-')],
    ])(
      'damage in %s is met when it is opened: no answered event is forgotten without a word',
      async (_where, place) => {
        const bytes = readFileSync(`${crashed}-wal`);
        const at = place(bytes);
        bytes[at] = (bytes[at] as number) ^ 1;
        writeFileSync(`${crashed}-wal`, bytes);
        for (let time = 0; time < 2; time++) {
          await expect(openSqliteLog({ file: crashed })).rejects.toMatchObject({
            code: 'log_damaged',
            message: expect.stringContaining('crashed.db-wal'),
          });
          expect(await checkSqliteLog(crashed).catch((error: unknown) => ({ damage: error }))).toMatchObject({
            damage: { message: expect.stringContaining('damaged') },
          });
        }
      },
    );

    test('a last commit that was cut off is dropped, as its append was not answered', async () => {
      const bytes = readFileSync(`${crashed}-wal`);
      const at = bytes.lastIndexOf(`text-${EVENTS - 1}-`);
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(`${crashed}-wal`, bytes);
      const again = await openSqliteLog({ file: crashed });
      expect(await readAll(again)).toBe(EVENTS - 2);
      await again.close();
    });
  });
});
