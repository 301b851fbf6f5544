import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { LogError } from '@palimpsest/application';
import type { LogErrorCode } from '@palimpsest/application';
import { connect } from './connection.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

describe('opening the log', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'open-'));
    file = join(folder, 'log.db');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Opening is refused with one sentence that names the file and says what to do. */
  async function expectRefused(code: LogErrorCode, remedy: RegExp, path = file): Promise<void> {
    const error = await openSqliteLog({ file: path, busyTimeout: 100 }).then(
      (log) => log.close(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(LogError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(path) });
    expect((error as LogError).message).toMatch(remedy);
    expect((error as LogError).message).not.toContain('\n');
  }

  test('a file that is no SQLite file is refused, and left as it was', async () => {
    writeFileSync(file, 'a text of some length, so that it is not taken for an empty file\n'.repeat(20));
    await expectRefused('log_damaged', /name another file/);
  });

  test('the SQLite file of another program is refused', async () => {
    const db = new Database(file);
    db.exec('CREATE TABLE other (x)');
    db.close();
    await expectRefused('log_damaged', /name another file, or move this one away/);
  });

  test('the file of a newer version is refused as log_newer', async () => {
    await (await openSqliteLog({ file })).close();
    const db = new Database(file);
    db.pragma('user_version = 2');
    db.close();
    await expectRefused('log_newer', /start a newer version/);
  });

  test('a file whose tables are not those of its format is refused', async () => {
    await (await openSqliteLog({ file })).close();
    const db = new Database(file);
    db.exec('DROP INDEX events_by_id');
    db.close();
    await expectRefused('log_damaged', /restore it from a backup/);
  });

  test('a folder that does not exist is named', async () => {
    await expectRefused(
      'store_unavailable',
      /make sure that the folder .*missing exists/,
      join(folder, 'missing', 'log.db'),
    );
  });

  test('a folder in place of the file is refused', async () => {
    await expectRefused('store_unavailable', /make sure/, folder);
  });

  test('a file that another process holds is refused in bounded time', async () => {
    await (await openSqliteLog({ file })).close();
    const other = new Database(file);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; COMMIT');
    await expectRefused('store_unavailable', /another process/);
    other.close();
  });

  /** What opening the log says to a user who is not the administrator: who may write everywhere. */
  function openedByAnother(): string {
    const index = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'index.js')).href;
    const script = `import { openSqliteLog } from ${JSON.stringify(index)};
      await openSqliteLog({ file: ${JSON.stringify(file)} }).catch(({ code, message }) => console.log(code, message));`;
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const options = { encoding: 'utf8' as const, ...user };
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], options).stdout;
  }

  test('a folder that may not be written is named', () => {
    chmodSync(folder, 0o555);
    const stdout = openedByAnother();
    chmodSync(folder, 0o755);
    expect(stdout).toMatch(/^store_unavailable .*make sure that the folder .* is writable\n$/);
    expect(stdout).toContain(file);
  });

  test('a file that may only be read is named, also where its folder may be written', async () => {
    await (await openSqliteLog({ file })).close();
    chmodSync(folder, 0o777);
    chmodSync(file, 0o444);
    expect(openedByAnother()).toMatch(/^store_unavailable .*can only be read.*\n$/);
  });

  test('every connection syncs each commit, and writes to a write-ahead log', async () => {
    await (await openSqliteLog({ file })).close();
    for (const readonly of [false, true, false]) {
      const db = connect(file, { busyTimeout: 100, readonly });
      expect(db.pragma('synchronous', { simple: true })).toBe(2n);
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      db.close();
    }
  });
});
