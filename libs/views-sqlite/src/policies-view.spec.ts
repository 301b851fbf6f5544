import Database from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { Projector } from '@palimpsest/application';
import { digest } from '@palimpsest/domain';
import { event, policy, used } from '../test/events.ts';
import { freshFile, rowsOf } from '../test/rows.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

async function given() {
  const log = new TeamLog();
  await log.add('policies-a', policy('1'), { ...event('PolicyUsed', {}), type: 'FromTheFuture' }, policy('2'));
  await log.add('policies-ab', policy('3'));
  await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
  const file = freshFile();
  const views = openSqliteViews({ file, team: 'a' });
  await caughtUp(log, views);
  return { log, file, views };
}

describe('the places of policies', () => {
  it('U2 tell where in the stream each lies, of its team alone, also behind events of unknown types', async () => {
    const { views } = await given();
    const places = ['1', '2', '3'].map((version) => views.policies.place(digest(`policy ${version}`)));
    expect([places, views.policies.count()]).toEqual([[0n, 2n, null], 2]);
  });

  it('U2 of one that is recorded twice is the first', async () => {
    const { log, views } = await given();
    await log.add('policies-a', policy('1'));
    await caughtUp(log, views);
    expect([views.policies.place(digest('policy 1')), views.policies.count()]).toEqual([0n, 2]);
  });

  it('A3 come by themselves into a file of a build that did not keep them, and its other rows stay', async () => {
    const { log, file, views } = await given();
    const rows = rowsOf(file);
    views.close();
    const db = new Database(file);
    const find = "SELECT generation FROM generations WHERE view = 'policies'";
    db.exec(`DROP TABLE policies_${String(db.prepare(find).pluck().get())}`);
    db.exec("DELETE FROM generations WHERE view = 'policies'");
    db.close();

    const replaced: string[] = [];
    const newer = openSqliteViews({ file, team: 'a', onReplaced: (reason) => replaced.push(reason) });
    const projector = new Projector({ log, views: newer, team: 'a' });
    await projector.start();
    expect(await projector.read('policies', ({ policies }) => policies.place(digest('policy 2')))).toBe(2n);
    expect([replaced, rowsOf(file)]).toEqual([[], rows]);
    expect(newer.state('policies').current).toBe(true);
    await projector.stop();
    newer.close();
  });
});
