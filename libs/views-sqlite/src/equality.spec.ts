import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Projector, viewNames } from '@palimpsest/application';
import { histories, longHistories, Player } from '../test/histories.ts';
import { freshFile, rowsOf } from '../test/rows.ts';
import { caughtUp, reached, TeamLog, until } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

const open = (file: string) => openSqliteViews({ file, team: 'a' });

describe('the rows of views', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are the same live, caught up step by step, and rebuilt, for any history', async () => {
    await fc.assert(
      fc.asyncProperty(histories, histories, async (before, after) => {
        const log = new TeamLog();
        const player = new Player(log);
        const [liveFile, stepFile, rebuiltFile] = [freshFile(), freshFile(), freshFile()];
        const [live, step, rebuilt] = [open(liveFile), open(stepFile), open(rebuiltFile)];
        await player.play(before);
        const following = new Projector({ log, views: live, team: 'a' });
        await following.start();
        for (const each of after) {
          await player.play([each]);
          await caughtUp(log, step);
        }
        await caughtUp(log, step);
        const end = Number((await log.end()) ?? -1n);
        await until(() => viewNames.every((view) => reached(live, view) === end));
        const projector = new Projector({ log, views: rebuilt, team: 'a' });
        for (const view of viewNames) await projector.rebuild(view);
        expect(rowsOf(liveFile)).toEqual(rowsOf(rebuiltFile));
        expect(rowsOf(stepFile)).toEqual(rowsOf(rebuiltFile));
        await following.stop();
        for (const views of [live, step, rebuilt]) views.close();
      }),
      { numRuns: 25 },
    );
  });

  it('are the same live and rebuilt after 10,000 events', async () => {
    await fc.assert(
      fc.asyncProperty(longHistories, async (steps) => {
        const log = new TeamLog();
        const [liveFile, rebuiltFile] = [freshFile(), freshFile()];
        const [live, rebuilt] = [open(liveFile), open(rebuiltFile)];
        const following = new Projector({ log, views: live, team: 'a' });
        await following.start();
        await new Player(log).play(steps);
        for (const view of viewNames) {
          await following.catchUp(view);
          await new Projector({ log, views: rebuilt, team: 'a' }).rebuild(view);
        }
        expect(rowsOf(liveFile)).toEqual(rowsOf(rebuiltFile));
        await following.stop();
        for (const views of [live, rebuilt]) views.close();
      }),
      { numRuns: 1, endOnFailure: true },
    );
  }, 60_000);

  it('are not changed by events that come again, one by one or all at once', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const log = new TeamLog();
        await new Player(log).play(steps);
        const file = freshFile();
        const views = open(file);
        await caughtUp(log, views);
        const rows = rowsOf(file);
        const events = [];
        for await (const event of log.readAll()) events.push(event);
        for (const view of viewNames) {
          for (const event of events) views.apply(view, { after: null, events: [event], position: event.position });
          const last = events.at(-1);
          if (last) views.apply(view, { after: null, events, position: last.position });
        }
        expect(rowsOf(file)).toEqual(rows);
        views.close();
      }),
      { numRuns: 25 },
    );
  });

  it.each([0, Date.UTC(2001, 0, 1), Date.UTC(2200, 0, 1)])('do not depend on the clock (frozen at %p)', async (now) => {
    const steps = fc.sample(histories, { seed: 7, numRuns: 20 }).flat();
    expect(new Set(steps.map(({ kind }) => kind)).size).toBe(6);
    const rows = async () => {
      const log = new TeamLog();
      await new Player(log).play(steps);
      const file = freshFile();
      const views = open(file);
      await caughtUp(log, views);
      views.close();
      return JSON.stringify(rowsOf(file), (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    };
    const expected = await rows();
    jest.useFakeTimers({ now, doNotFake: ['setImmediate', 'setTimeout', 'nextTick', 'queueMicrotask', 'performance'] });
    expect(await rows()).toBe(expected);
  });
});
