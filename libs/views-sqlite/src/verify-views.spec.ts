import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Projector, verifyViews, viewNames, type ViewStore } from '@palimpsest/application';
import { digest } from '@palimpsest/domain';
import { event, minute, used, version } from '../test/events.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { copySqliteViews } from './copy-views.ts';
import { openSqliteViews } from './sqlite-views.ts';

let folder: string;
let file: string;
let log: TeamLog;
let views: ViewStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'views-'));
  file = join(folder, 'views.sqlite');
  log = new TeamLog();
  views = openSqliteViews({ file, team: 'a' });
  for (const revision of [1, 2, 3])
    await log.add('prompts-a', version({ revision, request_id: `r${String(revision)}` }));
  const policy = { version: 1, mode: 'ask', rules: [] };
  await log.add(
    'policies-a',
    event('PolicyUsed', { digest: digest('policy 1'), policy, timestamp: minute(0), caller: null }),
  );
  for (const use of [1, 2]) await log.add('usage-a:s1', used({ session: 's1', use }));
  await log.add('usage-a:s2', used({ session: 's2', use: 1, role: 'worker' }));
  await log.add('usage-ab:s3', used({ session: 's3', use: 1 }));
  // Rows count as whole from their first rebuild on.
  const projector = new Projector({ log, views, team: 'a' });
  for (const view of viewNames) await projector.rebuild(view);
  await projector.stop();
});
afterEach(() => {
  views.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes rows behind the views' back, as damage or a wrong fold would. `{v}`, `{u}` and `{p}` stand for the tables. */
function change(sql: string): void {
  const db = new Database(file);
  const generation = (view: string) =>
    String(db.prepare("SELECT generation FROM generations WHERE view = ? AND state = 'serving'").pluck().get(view));
  const tables = viewNames.map((view) => [`{${view.charAt(0)}}`, `${view}_${generation(view)}`] as const);
  db.exec(tables.reduce((text, [short, table]) => text.replaceAll(short, table), sql));
  db.close();
}

describe('rows compared with a fresh fold', () => {
  it('hold as they were made, and are counted', async () => {
    expect(await verifyViews(log, views, 'a')).toEqual({ rows: { versions: 3, uses: 3, policies: 1 }, fault: null });
  });

  it('hold where they are behind the log, up to where they are', async () => {
    await log.add('prompts-a', version({ revision: 4 }));
    await log.add('usage-a:s1', used({ session: 's1', use: 3 }));
    expect(await verifyViews(log, views, 'a')).toEqual({ rows: { versions: 3, uses: 3, policies: 1 }, fault: null });
  });

  it.each([
    [
      'a changed version',
      "UPDATE {v} SET actor = 'eve' WHERE revision = 2",
      /the rows of version 2 are not what the log says/,
    ],
    ['a missing version', 'DELETE FROM {v} WHERE revision = 2', /the rows of version 2 are not what the log says/],
    [
      'a version of no event',
      "INSERT INTO {v} (revision, bytes, changed, place) VALUES (0, 0, '[]', 0)",
      /version 0 is of no version/,
    ],
    ['a place', 'UPDATE {v} SET place = 0 WHERE revision = 3', /the rows of version 3 miss where it lies/],
    ['a request', "DELETE FROM {v}_requests WHERE id = 'r1'", /the rows of version 1 miss where it lies, its request/],
    [
      'a text',
      'DELETE FROM {v}_texts WHERE place = 0',
      /the rows of version 1 miss where it lies, its request or its texts/,
    ],
    [
      'a changed use',
      'UPDATE {u} SET revision = 9 WHERE use = 2',
      /the row of use 2 of Session s1 is not what the log says/,
    ],
    ['a missing use', 'DELETE FROM {u} WHERE use = 2', /the row of use 2 of Session s1 is not what the log says/],
    ['a missing Session', "DELETE FROM {u}_sessions WHERE session = 's2'", /Session s2 has no row/],
    ['a role', "UPDATE {u}_sessions SET role = 'worker' WHERE session = 's1'", /the row of use 1 of Session s1/],
    ['the place of a policy', 'UPDATE {p} SET place = 9', /the row of the policy sha256:\w+ is not what the log says/],
    ['a missing policy', 'DELETE FROM {p}', /the row of the policy sha256:\w+ is not what the log says/],
    ['a policy of no event', "INSERT INTO {p} VALUES ('x', 9)", /there are 1 policies and 2 rows of them/],
  ])('do not hold with %s, which is named with the remedy', async (_what, sql, says) => {
    change(sql);
    const { fault } = await verifyViews(log, views, 'a');
    expect(fault).toMatchObject({ check: 'views', message: expect.stringMatching(says) });
    expect(fault?.message).toContain('palimpsest rebuild makes the read models anew');
  });

  it('of events that the log lacks are a fault: answered saves are missing', async () => {
    const other = new TeamLog();
    await other.add('prompts-a', version({ revision: 1 }));
    const { fault } = await verifyViews(other, views, 'a');
    expect(fault).toMatchObject({ check: 'views', message: expect.stringContaining('lacks events') });
  });
});

describe('a copy of the views', () => {
  it('is what they are at one moment, while they go on, and leaves them as they are', async () => {
    const copy = join(folder, 'copy.sqlite');
    expect(copySqliteViews(file, copy)).toBeNull();
    await log.add('prompts-a', version({ revision: 4 }));
    await caughtUp(log, views);
    const copied = openSqliteViews({ file: copy, team: 'a' });
    expect(await verifyViews(log, copied, 'a')).toEqual({ rows: { versions: 3, uses: 3, policies: 1 }, fault: null });
    copied.close();
    expect(await verifyViews(log, views, 'a')).toMatchObject({ rows: { versions: 4 } });
  });

  it('of a damaged file tells so, and leaves the file', () => {
    const damaged = join(folder, 'damaged.sqlite');
    writeFileSync(damaged, 'no database '.repeat(1000));
    const before = readFileSync(damaged);
    expect(copySqliteViews(damaged, join(folder, 'copy.sqlite'))).toMatch(/it is damaged/);
    expect(readFileSync(damaged).equals(before)).toBe(true);
  });
});
