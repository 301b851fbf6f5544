import { describe, expect, it } from '@jest/globals';
import { LogError, Projector, RebuildRunning, viewNames, ViewPaused, type ViewStore } from '@palimpsest/application';
import { asSchema1, event, policy, used, version } from '../test/events.ts';
import { freshFile, rowsOf } from '../test/rows.ts';
import { TeamLog, until } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

function given(file = ':memory:') {
  const log = new TeamLog();
  const views = openSqliteViews({ file, team: 'a' });
  const told: [string, Readonly<Record<string, unknown>>][] = [];
  const projector = new Projector({ log, views, team: 'a', onFault: (...what) => told.push(what) });
  const end = async () => {
    await projector.stop();
    views.close();
  };
  return { log, views, projector, told, end };
}
const poison = (id: string) => ({ ...used({ session: 's1', use: 2 }), id, data: { session: 's1' } });

describe('an event that cannot be read', () => {
  it('pauses its view alone, live, with its id and the lag to be seen; the others go on', async () => {
    const { log, views, projector, told, end } = given();
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    await projector.start();
    await projector.catchUp('uses');
    await log.add('usage-a:s1', poison('bad'), used({ session: 's1', use: 3 }));
    await log.add('prompts-a', version({ revision: 1 }));
    await until(async () => (await projector.status())[1]?.state === 'paused');

    const [versions, uses] = await projector.status();
    const place = { type: 'RevisionUsed', stream: 'usage-a:s1', revision: '1', position: '2' };
    expect(uses).toMatchObject({ state: 'paused', position: '1', end: '4', lag: '3', event: { id: 'bad', ...place } });
    expect(uses?.error).toContain('event bad');
    expect(versions).toMatchObject({ state: 'live', event: null, error: null });
    await expect(projector.catchUp('uses')).rejects.toMatchObject({ code: 'view_paused', event: { id: 'bad' } });
    await projector.catchUp('versions');
    expect(views.versions.place(1)).toBe(0n);
    expect(views.uses.sessions({}, { limit: 9 }).items[0]?.uses).toHaveLength(1);
    expect(told.filter(([what]) => what === 'view_paused')).toHaveLength(1);
    await end();
  });

  it('stops a catch-up and a rebuild too, and a first fill right before it', async () => {
    const { log, views, projector, end } = given();
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }), poison('bad'));
    await projector.start();
    await expect(projector.catchUp('uses')).rejects.toBeInstanceOf(ViewPaused);
    expect(views.state('uses').checkpoint).toBe(1n);
    await expect(projector.rebuild('uses')).rejects.toMatchObject({ code: 'view_paused', event: { id: 'bad' } });
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(1);
    expect((await projector.status())[1]).toMatchObject({ state: 'paused', position: '1', lag: '1' });
    await end();
  });

  it('is also one that the rows have no place for: it is named, and what lies before it is kept', async () => {
    const { log, views, projector, end } = given();
    const orphan = { ...used({ session: 's2', use: 2 }), id: 'orphan' };
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    await log.add('usage-a:s2', orphan);
    await log.add('usage-a:s1', used({ session: 's1', use: 2 }));
    await projector.start();
    await expect(projector.catchUp('uses')).rejects.toMatchObject({ code: 'view_paused', event: { id: 'orphan' } });
    expect((await projector.status())[1]).toMatchObject({ state: 'paused', position: '1', event: { id: 'orphan' } });
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(1);
    await end();
  });

  it('is one that a newer build wrote; the view goes on where a build that knows it starts', async () => {
    const { log, views, projector, end } = given();
    const newer = { ...used({ session: 's1', use: 1 }), id: 'newer' };
    const later = used({ session: 's2', use: 1 });
    await log.add('usage-a:s1', { ...newer, schema: 9 });
    await log.add('usage-a:s2', later);
    await expect(projector.catchUp('uses')).rejects.toMatchObject({ event: { id: 'newer' } });
    expect(views.uses.sessions({}, { limit: 9 }).items).toEqual([]);
    // The same log, as a build sees it that knows the shape.
    const known = new TeamLog();
    await known.add('usage-a:s1', newer);
    await known.add('usage-a:s2', later);
    await new Projector({ log: known, views, team: 'a' }).catchUp('uses');
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(2);
    await end();
  });
});

describe('A3 a rebuild that was asked for and fails', () => {
  const failures: [string, (log: TeamLog, views: ViewStore) => void][] = [
    [
      'as the log is away',
      (log) => {
        log.readAll = () => {
          throw new LogError('store_unavailable', 'away');
        };
      },
    ],
    [
      'as its rows cannot be made',
      (_, views) => {
        views.beginRebuild = () => {
          throw new Error('away');
        };
      },
    ],
  ];
  it.each(failures)('%s leaves its view live, with the error in the list until one succeeds', async (_, fail) => {
    const { log, views, projector, end } = given();
    const whole = { readAll: log.readAll.bind(log), beginRebuild: views.beginRebuild.bind(views) };
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    await projector.start();
    await projector.catchUp('uses');
    fail(log, views);
    await expect(projector.rebuild('uses')).rejects.toThrow('away');
    log.readAll = whole.readAll;
    views.beginRebuild = whole.beginRebuild;
    const told = async () => (await projector.status())[1];
    expect(await told()).toMatchObject({ state: 'live', error: 'away', lag: '0' });

    await log.add('usage-a:s2', used({ session: 's2', use: 1 }));
    await projector.catchUp('uses');
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(2);
    expect(await told()).toMatchObject({ state: 'live', error: 'away' });

    const other = views.beginRebuild('uses');
    await expect(projector.rebuild('uses')).rejects.toBeInstanceOf(RebuildRunning);
    other.abandon();
    expect(await told()).toMatchObject({ error: 'away' });
    await projector.rebuild('uses');
    expect(await told()).toMatchObject({ state: 'live', error: null });
    await end();
  });

  it('as another one is under way is no fault of the view', async () => {
    const { views, projector, end } = given();
    const other = views.beginRebuild('uses');
    await expect(projector.rebuild('uses')).rejects.toBeInstanceOf(RebuildRunning);
    expect((await projector.status())[1]).toMatchObject({ state: 'live', error: null });
    other.abandon();
    await end();
  });
});

describe('other events', () => {
  it('of unknown types are passed over and counted, live and rebuilt', async () => {
    const file = freshFile();
    const { log, views, projector, end } = given(file);
    await projector.start();
    const unknown = { ...event('PolicyUsed', { anything: 1 }), type: 'FromTheFuture' };
    await log.add('prompts-a', version({ revision: 1 }), unknown);
    await log.add('prompts-ab', { ...unknown, id: 'of another team' });
    await projector.catchUp('versions');
    const rows = rowsOf(file);
    expect((await projector.status())[0]).toMatchObject({ state: 'live', skipped: 1, lag: '0' });
    await projector.rebuild('versions');
    expect(rowsOf(file)).toEqual(rows);
    expect(views.state('versions').skipped).toBe(1);
    await end();
  });

  it('of an older shape are read live, and rebuilt, as those of today', async () => {
    const file = freshFile();
    const { log, views, projector, end } = given(file);
    await projector.start();
    const today = used({ session: 's1', use: 1 });
    await log.add('usage-a:s1', asSchema1(today));
    await projector.catchUp('uses');
    const list = () => views.uses.sessions({}, { limit: 9 }).items[0]?.uses[0];
    expect(list()).toMatchObject({ use: 1, skill: null });
    const rows = rowsOf(file);
    await projector.rebuild('uses');
    expect(rowsOf(file)).toEqual(rows);
    await end();
  });

  it('of a team whose name begins alike are never mixed in', async () => {
    const { log, views, projector, end } = given();
    await log.add('prompts-ab', version({ revision: 1 }));
    await log.add('usage-ab:s1', used({ session: 's1', use: 1 }));
    await log.add('policies-ab', policy('1'));
    await projector.start();
    for (const view of viewNames) await projector.catchUp(view);
    expect(views.versions.list({}, { limit: 9 }).items).toEqual([]);
    expect(views.uses.sessions({}, { limit: 9 }).items).toEqual([]);
    expect(views.policies.count()).toBe(0);
    expect((await projector.status()).map(({ lag, skipped }) => [lag, skipped])).toEqual(viewNames.map(() => ['0', 0]));
    await end();
  });
});
