import { describe, expect, it } from '@jest/globals';
import { LogError, Projector } from '@palimpsest/application';
import { used, version } from '../test/events.ts';
import { TeamLog, until } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

/** A log whose `end` can be held back, so that a run is under way for as long as a test needs. */
class SlowLog extends TeamLog {
  ends = 0;
  reads = 0;
  hold: Promise<void> | null = null;
  override async end() {
    this.ends += 1;
    const end = await super.end();
    await this.hold;
    return end;
  }
  override readAll(...options: Parameters<TeamLog['readAll']>) {
    this.reads += 1;
    return super.readAll(...options);
  }
}

function given() {
  const log = new SlowLog();
  const views = openSqliteViews({ file: ':memory:', team: 'a' });
  const projector = new Projector({ log, views, team: 'a' });
  return { log, views, projector, count: () => views.versions.list({}, { limit: 50 }).items.length };
}

describe('a projector', () => {
  it('holds after catchUp everything that was in the log when it was called, though a run was under way', async () => {
    const { log, projector, count } = given();
    await log.add('prompts-a', version({ revision: 1 }));
    let release: () => void = () => undefined;
    log.hold = new Promise((resolve) => (release = resolve));
    const first = projector.catchUp('versions');
    await log.add('prompts-a', version({ revision: 2 }));
    const [second, third] = [projector.catchUp('versions'), projector.catchUp('versions')];
    log.hold = null;
    release();
    await first;
    await Promise.all([second, third]);
    expect(count()).toBe(2);
    // The second and the third share one run, which began after both came.
    expect(log.ends).toBe(2);
  });

  it('reads nothing where nothing is new', async () => {
    const { log, projector } = given();
    await log.add('usage-a:s1', used({ session: 's1', use: 1 }));
    await projector.catchUp('versions');
    expect(log.reads).toBe(1);
    for (let time = 0; time < 5; time += 1) await projector.catchUp('versions');
    expect(log.reads).toBe(1);
  });

  it('follows by itself what is appended, and moves over what concerns others', async () => {
    const { log, views, projector, count } = given();
    await projector.start();
    await projector.catchUp('versions');
    await log.add('prompts-a', version({ revision: 1 }));
    await until(() => count() === 1);
    for (let use = 1; use <= 20; use += 1) await log.add('usage-a:s1', used({ session: 's1', use }));
    await until(() => views.state('versions').checkpoint === 21n);
    expect((await projector.status()).map(({ name, state, lag }) => ({ name, state, lag }))).toEqual([
      { name: 'versions', state: 'live', lag: '0' },
      { name: 'uses', state: 'live', lag: '0' },
      { name: 'policies', state: 'live', lag: '0' },
    ]);
    await projector.stop();
  });

  it('does nothing more after stop, and gives up a rebuild', async () => {
    const { log, views, projector, count } = given();
    await projector.start();
    for (let use = 1; use <= 600; use += 1) await log.add('usage-a:s1', used({ session: 's1', use }));
    await projector.catchUp('uses');
    const rebuild = projector.rebuild('uses', () => void projector.stop());
    await expect(rebuild).rejects.toMatchObject({ name: 'AbortError' });
    await projector.stop();
    await log.add('prompts-a', version({ revision: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(count()).toBe(0);
    views.beginRebuild('uses').abandon();
  });

  it('gives the error of the log where it is away, pauses nothing, and goes on when it is back', async () => {
    const { log, projector, count } = given();
    await log.add('prompts-a', version({ revision: 1 }));
    log.hold = Promise.reject(new LogError('store_unavailable', 'away'));
    await expect(projector.catchUp('versions')).rejects.toMatchObject({ code: 'store_unavailable' });
    log.hold = null;
    expect((await projector.status())[0]?.state).toBe('live');
    await projector.catchUp('versions');
    expect(count()).toBe(1);
    expect((await projector.status())[0]).toMatchObject({ state: 'live', error: null });
  });
});
