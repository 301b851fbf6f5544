import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkSqliteLog } from './check-sqlite-log.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../test/append.js', import.meta.url));
const APPENDS = 60;

describe('several processes on one file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'processes-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('start at once on a new file, append at once, are never told that it is busy, and all is seen by a third', async () => {
    const file = join(folder, 'log.db');
    const children = ['a', 'b'].map((name) => run(process.execPath, [program, file, name, '4', String(APPENDS)]));
    const log = await openSqliteLog({ file });
    const followed: string[] = [];
    const subscription = log.subscribe({ after: null, onEvent: ({ id }) => void followed.push(id) });
    for (const { stderr } of await Promise.all(children)) expect(stderr).toBe('');

    const all: string[] = [];
    for await (const { id } of log.readAll()) all.push(id);
    expect(all).toHaveLength(2 * 4 * APPENDS * 2);
    for (let wait = 0; followed.length < all.length && wait < 100; wait++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(followed).toEqual(all);
    await subscription.unsubscribe();
    await log.close();
    expect(await checkSqliteLog(file)).toMatchObject({ events: all.length, damage: null });
  }, 30_000);

  test('a process ends by itself once its log is closed', async () => {
    const file = join(folder, 'log.db');
    const { stdout } = await run(process.execPath, [program, file, 'a', '1', '1'], { timeout: 10_000 });
    expect(stdout.split('\n')).toHaveLength(3);
  });
});
