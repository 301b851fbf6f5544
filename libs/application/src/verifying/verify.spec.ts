import { beforeEach, describe, expect, it } from '@jest/globals';
import { digest, type JsonObject, streamsOf } from '@palimpsest/domain';
import { MadeHistory, orchestrator, worker } from '../../test/made-history.ts';
import { catalogue, otherBuild } from '../../test/small-catalogue.ts';
import { LogError } from '../ports/event-log.ts';
import { verifyLog } from './verify.ts';

let history: MadeHistory;
beforeEach(async () => {
  history = new MadeHistory();
  await history.release(catalogue);
  await history.save({
    overrides: { 'runtime/work': { text: 'Ours.' } },
    sections: { delivery: { text: 'Ours too.' } },
  });
  await history.policy();
  await history.use('main', orchestrator);
  await history.use('executor', worker);
  await history.save({ skills: { review: { description: 'When reviewing.', body: 'Look twice.' } } });
  await history.release(otherBuild({ texts: { 'runtime/work': 'Work.\nBetter.' } }));
  await history.save({ overrides: { 'runtime/work': null } });
  await history.use('main', orchestrator);
  await history.use('executor', worker);
});

const verify = (prompts = true) => verifyLog(history.log, { team: 'default', prompts });

type Data = JsonObject & { readonly texts: Readonly<Record<string, string>> };
/** Changes the data of one event, as nobody can in a log. */
function change(at: number, changed: (data: Data) => object): void {
  const event = history.log.events[at];
  if (event === undefined) throw new Error('no such event');
  history.log.events[at] = { ...event, data: { ...event.data, ...changed(event.data as Data) } };
}
/** Where things lie in the history. */
const AT = { release: 0, first: 1, policy: 2, main: 3, executor: 4, second: 5, upgrade: 6, third: 7, last: 9 };

describe('a log that was written by the rules', () => {
  it('holds, and is counted', async () => {
    expect(await verify()).toEqual({
      fault: null,
      counts: {
        events: 10,
        unknown: 0,
        releases: 2,
        defaults: 8,
        versions: 3,
        texts: 4,
        policies: 1,
        sessions: 2,
        uses: 4,
        prompts: 4,
      },
    });
  });

  it('P4 U3 holds with prompts of rules that share an id, which no request may give any more', async () => {
    const rule = { id: 'r', name: 'R', instruction: 'Do.' };
    await history.use('older', { role: 'worker', variables: [], ticket: { kind: 'inferred', rules: [rule, rule] } });
    expect(await verify()).toMatchObject({ fault: null, counts: { prompts: 5 } });
  });

  it('holds when it is empty', async () => {
    history.log.events.length = 0;
    expect(await verify()).toMatchObject({ fault: null, counts: { events: 0, versions: 0 } });
  });

  it('reads every stream that events lie in, so that none of a new type goes unchecked (A4)', async () => {
    const { usage, ...single } = streamsOf('default');
    const streams = [...Object.values(single), `${usage}s1`] as string[];
    const before = await verify();
    for (const [index, stream] of streams.entries())
      history.log.put(stream, { id: `new ${String(index)}`, type: 'FromTheFuture', schema: 1, data: {} });
    const { counts, fault } = await verify();
    expect(fault).toBeNull();
    expect(counts.unknown - before.counts.unknown).toBe(streams.length);
  });

  it('holds with events of unknown types, which are counted, and without those of other teams', async () => {
    history.log.put('prompts-default', { id: 'new', type: 'FromTheFuture', schema: 1, data: {} });
    history.log.put('prompts-other', { id: 'other', type: 'OverrideSaved', schema: 1, data: {} });
    expect(await verify()).toMatchObject({ fault: null, counts: { events: 11, unknown: 1 } });
  });

  it('is looked through up to where it ended, whatever is appended meanwhile', async () => {
    const verifying = verify();
    await history.use('main', worker, { use: 99 });
    expect(await verifying).toMatchObject({ fault: null });
    expect(await verify()).toMatchObject({ fault: { check: 'uses' } });
  });

  it('P8 holds with each first load of a skill, and without those that an older build did not record', async () => {
    const skill = { policy: null, skill: 'review', prompt_digest: null };
    await history.use('main', orchestrator, skill);
    await history.use('executor', worker, { ...skill, skill: 'github' });
    await history.use('executor', worker, { ...skill, skill: 'feishu' });
    expect(await verify()).toMatchObject({ fault: null, counts: { uses: 7, prompts: 4 } });
    await history.use('executor', worker, skill);
    await history.use('executor', worker, skill);
    expect((await verify()).fault).toMatchObject({
      check: 'uses',
      message: expect.stringMatching(/use 6 .* given the same/),
    });
  });

  it('U5 holds with uses that an older build recorded under a clock that was set back', async () => {
    change(AT.main, () => ({ timestamp: '2026-12-02T09:30:00.000Z' }));
    change(AT.last, () => ({ timestamp: '2026-11-30T09:30:00.000Z' }));
    expect(await verify()).toMatchObject({ fault: null, counts: { uses: 4 } });
  });

  it('has its prompts left alone where that is asked', async () => {
    change(AT.last, () => ({ prompt_digest: digest('another') }));
    expect(await verify(false)).toMatchObject({ fault: null, counts: { uses: 4, prompts: 0 } });
  });
});

describe('the first thing that does not hold is named, with its place', () => {
  const other = digest('another');
  const cases: [what: string, at: number, changed: (data: Data) => object, check: string, says: RegExp][] = [
    [
      'a text of the team',
      AT.first,
      ({ texts }) => ({ texts: damaged(texts) }),
      'versions',
      /version 1: the text sha256:\w+ has another digest/,
    ],
    [
      'a text that is gone',
      AT.first,
      () => ({ texts: {} }),
      'versions',
      /version 1: the text sha256:\w+ is not in the log/,
    ],
    ['who saved', AT.second, () => ({ actor: 'eve' }), 'versions', /version 2: its digest does not hold/],
    ['a message', AT.second, () => ({ message: 'why' }), 'versions', /version 2: its digest does not hold/],
    [
      'the chain',
      AT.second,
      () => ({ predecessor_digest: other }),
      'versions',
      /version 2: its predecessor's digest is another/,
    ],
    ['a revision', AT.third, () => ({ revision: 4 }), 'versions', /version 4 stands where 3 is due/],
    ['a predecessor', AT.third, () => ({ predecessor: 1 }), 'versions', /version 3: its predecessor is 1/],
    ['a time', AT.third, () => ({ timestamp: '2026-11-30T09:30:00.000Z' }), 'versions', /version 3: it is earlier/],
    ['a release', AT.third, () => ({ release: 3 }), 'versions', /version 3: the log has no such release/],
    ['its size', AT.third, () => ({ bytes: 1 }), 'versions', /version 3: it has \d+ bytes, not 1/],
    ['what changed', AT.third, () => ({ changed: [] }), 'versions', /version 3: the keys that it says changed/],
    ['a kind', AT.third, () => ({ kind: 'restored' }), 'versions', /version 3: what it restored does not fit its kind/],
    [
      'a default',
      AT.upgrade,
      ({ texts }) => ({ texts: damaged(texts) }),
      'releases',
      /release 2: the text sha256:\w+ has another digest/,
    ],
    [
      'a default that is gone',
      AT.upgrade,
      () => ({ texts: {} }),
      'releases',
      /release 2: the default of runtime\/work is not in the log/,
    ],
    ['a format', AT.upgrade, () => ({ format: 2 }), 'releases', /release 2: its digest does not hold/],
    ['the number of a release', AT.upgrade, () => ({ release: 3 }), 'releases', /release 3 stands where 2 is due/],
    [
      'a policy',
      AT.policy,
      () => ({ policy: { version: 2, mode: 'ask', rules: [] } }),
      'policies',
      /has another digest/,
    ],
    ['a role', AT.last, () => ({ role: 'orchestrator' }), 'uses', /use 2 of Session executor: its role/],
    ['the number of a use', AT.last, () => ({ use: 3 }), 'uses', /use 3 of Session executor: use 2 is due/],
    ['a Session', AT.last, () => ({ session: 'main' }), 'uses', /in the stream of another Session/],
    ['a revision that never was', AT.last, () => ({ revision: 9 }), 'uses', /the log has no version 9/],
    ['a policy that never was', AT.main, () => ({ policy: other }), 'uses', /the log has no policy/],
    [
      'a use twice',
      AT.last,
      () => ({ revision: 1, release: 1 }),
      'uses',
      /use 2 of Session executor: the Session was given the same/,
    ],
    [
      'a version of later',
      AT.main,
      () => ({ revision: 2 }),
      'uses',
      /use 1 of Session main: it lies before its version 2/,
    ],
    [
      'a release of later',
      AT.main,
      () => ({ release: 2 }),
      'uses',
      /use 1 of Session main: it lies before its release 2/,
    ],
    ['what was given', AT.last, () => ({ variables: [] }), 'prompts', /use 2 of Session executor: its prompt cannot/],
    [
      "a prompt's digest",
      AT.main,
      () => ({ prompt_digest: other }),
      'prompts',
      /use 1 of Session main: its prompt cannot/,
    ],
    ['a shape', AT.main, () => ({ use: 'first' }), 'events', /event e3 \(RevisionUsed\) at usage-default:main/],
  ];

  it.each(cases)('%s', async (_what, at, changed, check, says) => {
    const event = history.log.events[at];
    change(at, changed);
    const { fault } = await verify();
    expect(fault).toMatchObject({
      check,
      stream: event?.stream,
      revision: String(event?.revision),
      position: String(event?.position),
      message: expect.stringMatching(says),
    });
  });

  it('an event in a stream where it does not belong', async () => {
    const event = history.log.events[AT.policy];
    if (event) history.log.put('defaults-default', { ...event, id: 'again' });
    expect((await verify()).fault).toMatchObject({
      check: 'events',
      message: expect.stringContaining('PolicyUsed does not belong'),
    });
  });

  it('damage that the log itself finds; any other failure of it is no finding', async () => {
    const failing = (code: 'log_damaged' | 'store_unavailable') =>
      Object.assign(history.log, { read: () => rejecting(new LogError(code, 'the disk says no')) });
    failing('log_damaged');
    expect((await verify()).fault).toMatchObject({ check: 'storage', message: 'the disk says no' });
    failing('store_unavailable');
    await expect(verify()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

/** The same texts under the same digests, the first with one letter more. */
function damaged(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text], index) => [name, index === 0 ? `${text}!` : text]),
  );
}

const rejecting = (error: Error) => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
});
