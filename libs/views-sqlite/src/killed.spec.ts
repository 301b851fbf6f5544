import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Projector, RebuildRunning } from '@palimpsest/application';
import type { StoredEvent } from '@palimpsest/domain';
import { used } from '../test/events.ts';
import { freshFile, rowsOf, tablesIn } from '../test/rows.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

const program = fileURLToPath(new URL('../test/half-rebuild.mjs', import.meta.url));

/** Another process (of the built package) in the middle of a rebuild; answers how to kill it. */
async function halfRebuild(file: string, events: readonly StoredEvent[]): Promise<() => Promise<void>> {
  const child = fork(program, [file], { execArgv: [], serialization: 'advanced' });
  child.send([...events]);
  await once(child, 'message');
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}

describe('a rebuild that is killed half-way', () => {
  it('keeps others out while its process lives; then its leftovers go, and one started again is right', async () => {
    const log = new TeamLog();
    for (const session of ['s1', 's2', 's3']) await log.add(`usage-a:${session}`, used({ session, use: 1 }));
    const events: StoredEvent[] = [];
    for await (const event of log.readAll({ count: 2 })) events.push(event);
    const file = freshFile();
    const views = openSqliteViews({ file, team: 'a' });
    await caughtUp(log, views);
    const [rows, tables] = [rowsOf(file), tablesIn(file)];

    const kill = await halfRebuild(file, events);
    const left = tablesIn(file);
    expect(left.length).toBe(tables.length + 2);
    const living = openSqliteViews({ file, team: 'a' });
    expect(tablesIn(file)).toEqual(left);
    expect(() => living.beginRebuild('uses')).toThrow(RebuildRunning);
    expect(living.uses.sessions({}, { limit: 9 }).items).toHaveLength(3);
    living.close();

    await kill();
    const next = openSqliteViews({ file, team: 'a' });
    expect(tablesIn(file)).toEqual(tables);
    expect(rowsOf(file)).toEqual(rows);
    await new Projector({ log, views: next, team: 'a' }).rebuild('uses');
    expect(rowsOf(file)).toEqual(rows);
    next.close();
    views.close();
  });

  it('is begun anew over its leftovers by a process that was open all the while', async () => {
    const log = new TeamLog();
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    const events: StoredEvent[] = [];
    for await (const event of log.readAll()) events.push(event);
    const file = freshFile();
    const views = openSqliteViews({ file, team: 'a' });
    await caughtUp(log, views);
    const rows = rowsOf(file);
    await (
      await halfRebuild(file, events)
    )();
    await new Projector({ log, views, team: 'a' }).rebuild('uses');
    expect(rowsOf(file)).toEqual(rows);
    views.close();
  });
});
