import { afterEach, describe, expect, it } from '@jest/globals';
import { digest, parseChange, type Refusal, type StoredEvent } from '@palimpsest/domain';
import { ListViews } from '../../test/list-views.ts';
import { MadeHistory } from '../../test/made-history.ts';
import { catalogue, otherBuild } from '../../test/small-catalogue.ts';
import { Comparer } from '../comparing/comparer.ts';
import { Latest } from '../present/latest.ts';
import { ListVersions, ListVersionsHandler } from '../history/list-versions.ts';
import { LogConflict, LogError } from '../ports/event-log.ts';
import { JsonBytes } from '../comparing/json-bytes.ts';
import { problemOf } from '../problems.ts';
import { Projector } from '../views/projector.ts';
import { RestoreVersion, RestoreVersionHandler } from './restore.ts';
import { SaveConfiguration, SaveConfigurationHandler } from './save-configuration.ts';
import { SaveVersion, type SaveAnswer } from './save-version.ts';
import { StaleDrafts } from './stale-drafts.ts';
import { Versions } from '../history/versions.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function recorded() {
  const history = new MadeHistory();
  await history.release(catalogue);
  return history;
}

/** One process on the log of a history, with read models of its own that follow it. */
async function started(history: MadeHistory, views = new ListViews(), follows = true) {
  const { log } = history;
  const settings = { team: 'default', limit: 10_000, allowDowngrade: false };
  const projector = new Projector({ log, views, team: 'default' });
  const comparer = new Comparer();
  closing.push(
    () => projector.stop(),
    () => comparer.close(),
  );
  if (follows) {
    await projector.start();
    await projector.catchUp('versions');
  }
  const latest = new Latest(log, settings);
  const versions = new Versions(log, settings, projector, latest);
  const saveVersion = new SaveVersion(log, { now: () => Date.UTC(2026, 11, 2) }, settings, projector, latest, versions);
  const staleDrafts = new StaleDrafts(versions, comparer, settings);
  const saves = new SaveConfigurationHandler(saveVersion, staleDrafts, latest, settings);
  const restores = new RestoreVersionHandler(versions, saveVersion, staleDrafts);
  const list = new ListVersionsHandler(projector);
  const asked = { role: 'editor', session: null, client: null, request_id: 'r' };
  const caller = { actor: 'ann', origin: 'panel' as const, ...asked };
  const send = (body: object, sent: unknown = body) => {
    const source = { method: 'PATCH', path: '/v1/configuration', body: sent };
    return saves.execute(new SaveConfiguration(caller, parseChange(body), source));
  };
  const work = (base_revision: number, text: string, more: object = {}) =>
    send({ base_revision, overrides: { 'runtime/work': { text } }, ...more });
  const restore = (revision: number, body: { base_revision: number; request_id?: string }) => {
    const source = { method: 'POST', path: `/v1/versions/${String(revision)}/restore`, body };
    return restores.execute(new RestoreVersion(caller, revision, body, source));
  };
  return { views, projector, send, work, restore, list: () => list.execute(new ListVersions({}, { limit: 9 })) };
}

const refusalOf = async (answer: Promise<SaveAnswer>) =>
  answer.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as Refusal,
  );
const textsIn = (events: readonly StoredEvent[]) =>
  events.filter(({ type }) => type === 'OverrideSaved').map(({ data }) => Object.keys(data['texts'] as object));

describe('a save while the store of the read models fails', () => {
  it('is stored, though the store cannot tell which texts are held; lists say what is wrong, and the status too', async () => {
    const { views, projector, work, list } = await started(await recorded());
    await work(0, 'One.');
    await work(1, 'Two.');
    views.failing = 'reads';
    expect(await work(2, 'Three.')).toMatchObject({ stored: true, saved: { revision: 3 } });
    await expect(list()).rejects.toMatchObject({ code: 'view_paused', problem: { status: 503 } });
    expect((await projector.status())[0]).toMatchObject({ state: 'paused', error: 'the disk is gone' });
    await expect(work(3, 'Four.', { request_id: 'r4' })).rejects.toMatchObject({ code: 'view_paused' });
    views.failing = null;
    expect((await list()).items).toHaveLength(3);
    expect((await projector.status())[0]).toMatchObject({ state: 'live', error: null });
  });

  it('is stored, and the status told, where the store cannot even say how far it is', async () => {
    const { views, projector, work } = await started(await recorded());
    views.failing = 'all';
    expect(await work(0, 'One.')).toMatchObject({ stored: true });
    expect((await projector.status())[0]).toMatchObject({ state: 'paused', position: null, error: 'the disk is gone' });
  });

  it('S1, S11 gives the draft of a stale one back, without a merge', async () => {
    const { views, work, restore } = await started(await recorded());
    for (const [revision, text] of ['One.', 'Two.', 'Three.'].entries()) await work(revision, text);
    views.failing = 'reads';
    const details = { current: { revision: 3 }, merged: null, conflicts: [], errors: [] };
    const stale = await refusalOf(work(1, 'Mine.'));
    expect(stale).toMatchObject({ code: 'stale_revision', details });
    expect(stale.details['submitted']).toMatchObject({ overrides: { 'runtime/work': { text: 'Mine.' } } });
    expect(stale.message).toContain('no merge, as the read model versions is paused');
    const restored = await refusalOf(restore(1, { base_revision: 2 }));
    expect(restored).toMatchObject({
      code: 'stale_revision',
      details: { ...details, submitted: { base_revision: 2 } },
    });
  });
});

describe('a text', () => {
  it('is stored once, also while the view is behind, for which saves do not wait', async () => {
    const history = await recorded();
    const { work } = await started(history);
    history.log.readAll = () => {
      throw new LogError('store_unavailable', 'the view cannot catch up');
    };
    for (const [revision, text] of ['One.', 'Two.', 'One.'].entries()) await work(revision, text);
    expect(textsIn(history.log.events)).toEqual([[digest('One.')], [digest('Two.')], []]);
  });

  it('is stored once over a restart, as the view knows it', async () => {
    const history = await recorded();
    const before = await started(history);
    for (const [revision, text] of ['One.', 'Two.'].entries()) await before.work(revision, text);
    const { work } = await started(history);
    await work(2, 'One.');
    expect(textsIn(history.log.events).at(-1)).toEqual([]);
  });

  it('is stored again where the rows were not found to be those of this log', async () => {
    const history = await recorded();
    const { views, projector } = await started(history);
    await history.save({ overrides: { 'runtime/work': { text: 'One.' } } });
    await projector.catchUp('versions');
    const unready = new Projector({ log: history.log, views, team: 'default' });
    const place = (given: Projector) => given.peek('versions', ({ versions }) => versions.textPlace(digest('One.')));
    expect([place(projector), place(unready)]).toEqual([0n, null]);
    const { work } = await started(history, views, false);
    for (const [index, text] of ['Two.', 'One.'].entries()) await work(index + 1, text);
    expect(textsIn(history.log.events).at(-1)).toEqual([digest('One.')]);
  });
});

describe('a request id', () => {
  it('S10 tells the request from others by its body once, however often another writer is first', async () => {
    const history = await recorded();
    const { send } = await started(history);
    const append = history.log.append.bind(history.log);
    let others = 0;
    history.log.append = async (...given) => {
      others -= 1;
      if (others >= 0) throw new LogConflict(given[0], 'no_stream', null);
      return append(...given);
    };
    let looks = 0;
    const sent = {
      get message() {
        looks += 1;
        return 'as it came';
      },
    };
    await send({ base_revision: 0, request_id: 'r1' }, sent);
    const once = looks;
    [looks, others] = [0, 3];
    await send({ base_revision: 1, request_id: 'r2' }, sent);
    expect([looks, others]).toEqual([once, -1]);
  });

  it('S16 that is used by another request is told before a version that there is not', async () => {
    const { work, restore } = await started(await recorded());
    await work(0, 'One.', { request_id: 'r1' });
    await expect(restore(999, { base_revision: 1, request_id: 'r1' })).rejects.toMatchObject({
      code: 'request_id_reused',
    });
    await expect(restore(999, { base_revision: 1 })).rejects.toMatchObject({ code: 'unknown_version' });
  });

  it('S10 gives the first answer again, also of a release that was recorded while the view caught up', async () => {
    const history = await recorded();
    const [first, second] = [await started(history), await started(history)];
    await first.work(0, 'One.');
    const save = { sections: { delivery: { text: 'Ours.' } }, request_id: 'r1' };
    const end = history.log.end.bind(history.log);
    let answer: SaveAnswer | undefined;
    history.log.end = async () => {
      history.log.end = end;
      await history.release(otherBuild({ texts: { 'runtime/work': 'Work, anew.' } }));
      answer = await first.work(1, 'One.', save);
      return end();
    };
    const again = await second.work(1, 'One.', save);
    expect(answer?.saved).toMatchObject({ revision: 2, release: 2, default_changed: [expect.anything()] });
    expect(again).toEqual(answer);
  });
});

describe('the refusal of a stale draft', () => {
  const wrong = { skills: { 'Bad Name': { description: 'd', body: '' } } };

  it('S8, S11 tells every fault of a draft whose base is ahead, as of one whose base is behind; only the merge is null', async () => {
    const { work } = await started(await recorded());
    await work(0, 'One.');
    const [behind, ahead] = [await refusalOf(work(0, 'Mine.', wrong)), await refusalOf(work(99, 'Mine.', wrong))];
    expect(behind.details).toMatchObject({ errors: [{ code: 'invalid_skill_name', path: '/skills/Bad Name' }] });
    expect(ahead).toMatchObject({ code: 'stale_revision', details: { merged: null, conflicts: [] } });
    expect(ahead.details['errors']).toEqual(behind.details['errors']);
    expect(ahead.details['submitted']).toMatchObject(wrong);
  });

  it('S11, S16 of a restore whose base is ahead comes before a version that there is not', async () => {
    const { work, restore } = await started(await recorded());
    await work(0, 'One.');
    expect(await refusalOf(restore(999, { base_revision: 5 }))).toMatchObject({ code: 'stale_revision' });
  });

  it('S9, S11 says in its errors why the union of both sides cannot be saved', async () => {
    const { work } = await started(await recorded());
    const skills = (mark: string) => ({ skills: { [mark]: { description: mark, body: 'x'.repeat(6_000) } } });
    await work(0, 'One.', skills('ours'));
    const refusal = await refusalOf(work(0, 'One.', skills('yours')));
    const { details } = problemOf(refusal);
    const told = details instanceof JsonBytes ? details.read() : details;
    expect(told).toMatchObject({
      errors: [
        { path: '', code: 'size_limit_exceeded', limit: 10_000, message: expect.stringMatching(/^merged with/) },
      ],
      merged: { skills: { ours: {} } },
      conflicts: [{ key: 'team/skill/yours' }],
    });
  });

  it('S1, S11 is the same where it is large and made in the worker', async () => {
    const { work } = await started(await recorded());
    await work(0, 'One.');
    const long = 'x'.repeat(5_000);
    const { code, details } = problemOf(await refusalOf(work(0, long)));
    expect(code).toBe('stale_revision');
    expect(details).toBeInstanceOf(JsonBytes);
    const told = (details as JsonBytes<object>).read();
    expect(Object.keys(told)).toEqual(['current', 'submitted', 'errors', 'merged', 'conflicts']);
    expect(told).toMatchObject({
      current: { revision: 1, actor: 'ann' },
      submitted: { base_revision: 0, overrides: { 'runtime/work': { text: long } } },
      merged: { overrides: { 'runtime/work': { text: 'One.' } } },
      conflicts: [{ key: 'runtime/work', draft: { text: long } }],
    });
  });
});
