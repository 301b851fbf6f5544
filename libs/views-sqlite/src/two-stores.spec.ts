import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Projector, RebuildRunning, viewNames } from '@palimpsest/application';
import { used } from '../test/events.ts';
import { histories, Player } from '../test/histories.ts';
import { freshFile, rowsOf } from '../test/rows.ts';
import { caughtUp, TeamLog, until } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

const open = (file: string) => openSqliteViews({ file, team: 'a' });

describe('two stores on one file', () => {
  it('come to the rows of one, both following, while one of them rebuilds', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const log = new TeamLog();
        const [file, alone] = [freshFile(), freshFile()];
        const stores = [open(file), open(file)];
        const projectors = stores.map((views) => new Projector({ log, views, team: 'a' }));
        for (const projector of projectors) await projector.start();
        const playing = new Player(log).play(steps);
        // Refused while the first fill of the rows is under way still, in this store or the other.
        for (let begun = false; !begun;)
          begun = await (projectors[0] as Projector).rebuild('uses').then(
            () => true,
            async (error: unknown) => {
              expect(error).toBeInstanceOf(RebuildRunning);
              await setImmediate();
              return false;
            },
          );
        await playing;
        for (const projector of projectors) for (const view of viewNames) await projector.catchUp(view);
        const single = open(alone);
        await caughtUp(log, single);
        expect(rowsOf(file)).toEqual(rowsOf(alone));
        for (const projector of projectors) await projector.stop();
        for (const views of [...stores, single]) views.close();
      }),
      { numRuns: 20 },
    );
  });

  it('do nothing with events that begin after what the rows hold, and say where they are', async () => {
    const log = new TeamLog();
    for (const session of ['s1', 's2']) await log.add(`usage-a:${session}`, used({ session, use: 1 }));
    const events = [];
    for await (const event of log.readAll()) events.push(event);
    const views = open(freshFile());
    expect(views.apply('uses', { after: 1n, events: events.slice(1), position: 2n })).toBeNull();
    expect(views.apply('uses', { after: null, events: events.slice(0, 1), position: 1n })).toBe(1n);
    expect(views.apply('uses', { after: 1n, events: events.slice(1), position: 2n })).toBe(2n);
    expect(views.apply('uses', { after: null, events, position: 1n })).toBe(2n);
    expect(views.uses.sessions({}, { limit: 9 }).items).toHaveLength(2);
    views.close();
  });

  it('go on from the rows that are there when one empties them under the other', async () => {
    const log = new TeamLog();
    const file = freshFile();
    const [first, second] = [open(file), open(file)];
    const projector = new Projector({ log, views: first, team: 'a' });
    await projector.start();
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    await projector.catchUp('uses');
    second.reset('uses');
    await log.add('usage-a:s2', used({ session: 's2', use: 1 }));
    await until(() => first.uses.sessions({}, { limit: 9 }).items.length === 2);
    expect((await projector.status())[1]?.state).toBe('live');
    await projector.stop();
    first.close();
    second.close();
  });
});
