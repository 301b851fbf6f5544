import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Projector, viewNames } from '@palimpsest/application';
import { used } from '../test/events.ts';
import { freshFile, rowsOf } from '../test/rows.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

async function given() {
  const log = new TeamLog();
  for (let number = 1; number <= 60; number += 1) {
    const session = `s${String(number)}`;
    await log.add(`usage-a:${session}`, used({ session, use: 1 }));
  }
  const file = freshFile();
  const views = openSqliteViews({ file, team: 'a' });
  await caughtUp(log, views);
  views.close();
  return { log, file, rows: rowsOf(file) };
}

/** Opens the file as a start of the service does, and answers why it was not used as it was. */
async function restarted(log: TeamLog, file: string): Promise<string[]> {
  const told: string[] = [];
  const views = openSqliteViews({ file, team: 'a', onReplaced: (reason) => told.push(reason) });
  const projector = new Projector({ log, views, team: 'a', onFault: (what) => told.push(what) });
  await projector.start();
  for (const view of viewNames) await projector.catchUp(view);
  await projector.stop();
  views.close();
  return told;
}

describe('the file of the views', () => {
  it('comes back after it was deleted', async () => {
    const { log, file, rows } = await given();
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    await restarted(log, file);
    expect(rowsOf(file)).toEqual(rows);
  });

  it('is used as it is where nothing is wrong with it', async () => {
    const { log, file, rows } = await given();
    await restarted(log, file);
    expect(await restarted(log, file)).toEqual([]);
    expect(rowsOf(file)).toEqual(rows);
  });

  it('is made anew where it is damaged', async () => {
    const { log, file, rows } = await given();
    const handle = openSync(file, 'r+');
    for (let page = 2; page < statSync(file).size / 4096; page += 1)
      writeSync(handle, 'damaged '.repeat(99), page * 4096);
    closeSync(handle);
    expect((await restarted(log, file))[0]).toBe('it is damaged; deleted');
    expect(rowsOf(file)).toEqual(rows);
  });

  it('is moved aside, whole, where it is not one of ours', async () => {
    const { log, rows, file } = await given();
    rmSync(file);
    writeFileSync(file, 'notes of somebody, long enough to be no empty file\n'.repeat(100));
    expect((await restarted(log, file))[0]).toBe(`it is no file of views; moved to ${file}.aside-1`);
    expect(readFileSync(`${file}.aside-1`, 'utf8')).toContain('notes of somebody');
    expect(rowsOf(file)).toEqual(rows);

    rmSync(file);
    const foreign = new Database(file);
    foreign.exec('CREATE TABLE uses_1 (important TEXT)');
    foreign.close();
    expect((await restarted(log, file))[0]).toContain('aside-2');
    expect(existsSync(`${file}.aside-2`)).toBe(true);
    expect(rowsOf(file)).toEqual(rows);
  });

  it('is emptied and filled again where its layout is another, older or newer', async () => {
    const { log, file, rows } = await given();
    const newer = new Database(file);
    newer.exec('ALTER TABLE generations RENAME TO otherwise');
    newer.pragma('user_version = 99');
    newer.close();
    expect((await restarted(log, file))[0]).toBe('its layout is 99, not 1; emptied');
    expect({ ...rowsOf(file) }).toEqual(rows);
  });

  it('is filled again where its rows are those of another log', async () => {
    const { file } = await given();
    const other = new TeamLog();
    for (let use = 1; use <= 90; use += 1) await other.add('usage-a:s1', used({ session: 's1', use }));
    expect(await restarted(other, file)).toContain('view_reset');
    const fresh = freshFile();
    await restarted(other, fresh);
    expect(rowsOf(file)).toEqual(rowsOf(fresh));
    const emptied = new TeamLog();
    expect(await restarted(emptied, file)).toContain('view_reset');
    expect(rowsOf(file)['uses_']).toEqual([]);
  });

  it('may serve several teams, each with its own rows', async () => {
    const { log, file, rows } = await given();
    await log.add('usage-b:s1', used({ session: 's1', use: 1 }));
    const views = openSqliteViews({ file, team: 'b' });
    await caughtUp(log, views, 'b');
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(1);
    views.close();
    expect(rowsOf(file, 'a')).toEqual(rows);
  });
});
