import { describe, expect, it } from '@jest/globals';
import { Projector, RebuildRunning, viewNames, type RebuildProgress } from '@palimpsest/application';
import { used, version } from '../test/events.ts';
import { freshFile, rowsOf, tablesIn } from '../test/rows.ts';
import { caughtUp, TeamLog, until } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';
import { usesTables } from './uses-tables.ts';

async function given(uses: number) {
  const log = new TeamLog();
  for (let number = 1; number <= uses; number += 1) {
    const session = `s${String(number)}`;
    await log.add(`usage-a:${session}`, used({ session, use: 1 }));
  }
  const file = freshFile();
  const views = openSqliteViews({ file, team: 'a' });
  const projector = new Projector({ log, views, team: 'a' });
  await projector.catchUp('uses');
  const sessions = () => views.uses.sessions({}, { limit: 200 }).items.map(({ session }) => session);
  return { log, file, views, projector, sessions };
}

describe('a rebuild', () => {
  it('shows progress while the old rows serve, and misses nothing that is appended meanwhile', async () => {
    const { log, file, views, projector, sessions } = await given(400);
    await projector.start();
    const seen: RebuildProgress[] = [];
    let added = 400;
    const appends: Promise<void>[] = [];
    const add = async () => {
      const session = `s${String((added += 1))}`;
      await log.add(`usage-a:${session}`, used({ session, use: 1 }));
      await projector.catchUp('uses');
      // What was answered is read at once, from whichever rows serve.
      expect(sessions()[0]).toBe(`s${String(added)}`);
      expect((await projector.status())[1]?.state).toBe('rebuilding');
    };
    const done = await projector.rebuild('uses', (progress) => {
      seen.push(progress);
      if (seen.length <= 3) appends.push(add());
    });
    await Promise.all(appends);
    await projector.catchUp('uses');
    expect(seen.length).toBeGreaterThan(3);
    expect(done.events).toBeGreaterThanOrEqual(400);
    expect(sessions().slice(0, 4)).toEqual(['s403', 's402', 's401', 's400']);
    const rows = rowsOf(file);
    await projector.rebuild('uses');
    expect(rowsOf(file)).toEqual(rows);
    await projector.stop();
    views.close();
  });

  it('of an empty log, and twice in a row, leaves one generation with its indexes', async () => {
    const { file, views, projector } = await given(0);
    for (const view of [...viewNames, 'uses'] as const) {
      expect(await projector.rebuild(view)).toEqual({ position: null, end: null, events: 0 });
    }
    expect(views.state('uses')).toEqual({ checkpoint: null, skipped: 0, anchor: null, current: true });
    expect(tablesIn(file)).toHaveLength(2 + 4 + 2 + 1);
    views.close();
  });

  it('is refused while another is under way, in this store or another, and for that view alone', async () => {
    const { log, file, views, projector } = await given(3);
    const other = openSqliteViews({ file, team: 'a' });
    const first = views.beginRebuild('uses');
    await expect(projector.rebuild('uses')).rejects.toBeInstanceOf(RebuildRunning);
    const elsewhere = new Projector({ log, views: other, team: 'a' });
    await expect(elsewhere.rebuild('uses')).rejects.toMatchObject({ code: 'rebuild_running', view: 'uses' });
    await elsewhere.rebuild('versions');
    first.abandon();
    await elsewhere.rebuild('uses');
    views.close();
    other.close();
  });

  it('does not swap in rows that are behind those that serve', async () => {
    const { log, views, projector, sessions } = await given(2);
    const rebuild = views.beginRebuild('uses');
    await log.add('usage-a:s3', used({ session: 's3', use: 1 }));
    await projector.catchUp('uses');
    expect(rebuild.finish()).toBe(false);
    expect(sessions()).toEqual(['s3', 's2', 's1']);
    rebuild.abandon();
    views.close();
  });

  it('holds where the old rows cannot be dropped; the next start drops them', async () => {
    const { log, file, views } = await given(2);
    views.close();
    const undroppable = { ...usesTables, names: (made: number) => [...usesTables.names(made), 'sqlite_sequence'] };
    const stuck = openSqliteViews({ file, team: 'a', tables: { uses: undroppable } });
    const tables = tablesIn(file);
    await new Projector({ log, views: stuck, team: 'a' }).rebuild('uses');
    expect(stuck.uses.sessions({}, { limit: 9 }).items).toHaveLength(2);
    expect(tablesIn(file)).toHaveLength(tables.length + 2);
    stuck.close();
    openSqliteViews({ file, team: 'a' }).close();
    expect(tablesIn(file)).toHaveLength(tables.length);
  });

  it('is seen at once by another store on the file', async () => {
    const { log, file, views, projector, sessions } = await given(2);
    const other = openSqliteViews({ file, team: 'a' });
    const list = () => other.uses.sessions({ revision: 1 }, { limit: 9 }).items.length;
    expect(list()).toBe(2);
    await projector.rebuild('uses');
    await log.add('usage-a:s3', used({ session: 's3', use: 1 }));
    await caughtUp(log, other);
    expect([list(), sessions().length]).toEqual([3, 3]);
    views.close();
    other.close();
  });
});

describe('a view of another code version', () => {
  it('is rebuilt at the start while the old rows serve and go on', async () => {
    const { log, file, views } = await given(300);
    await new Projector({ log, views, team: 'a' }).rebuild('uses');
    views.close();
    const tables = { uses: { ...usesTables, version: usesTables.version + 1 } };
    const newer = openSqliteViews({ file, team: 'a', tables });
    expect(newer.state('uses').current).toBe(false);
    const told: string[] = [];
    const projector = new Projector({ log, views: newer, team: 'a', onFault: (what) => told.push(what) });
    await projector.start();
    await log.add('usage-a:s301', used({ session: 's301', use: 1 }));
    await projector.catchUp('uses');
    expect(newer.uses.sessions({}, { limit: 1 }).items[0]?.session).toBe('s301');
    await until(() => newer.state('uses').current);
    expect(newer.uses.sessions({}, { limit: 1 }).items[0]?.session).toBe('s301');
    expect(told).toContain('view_rebuilt');
    await projector.stop();
    newer.close();
  });

  it('is not applied by mistake to versions, which stay as they are', async () => {
    const { log, file, views } = await given(0);
    await log.add('prompts-a', version({ revision: 1 }));
    const projector = new Projector({ log, views, team: 'a' });
    await projector.rebuild('versions');
    const rows = rowsOf(file)['versions_'];
    expect(rows).toHaveLength(1);
    const tables = { uses: { ...usesTables, version: usesTables.version + 1 } };
    const newer = openSqliteViews({ file, team: 'a', tables });
    expect([newer.state('versions').current, newer.state('uses').current]).toEqual([true, false]);
    expect(rowsOf(file)['versions_']).toEqual(rows);
    newer.close();
    views.close();
  });
});
