import { beforeEach, describe, expect, it } from '@jest/globals';
import { digestOfJson, type StoredEvent } from '@palimpsest/domain';
import { ArrayLog } from '../../test/array-log.ts';
import { ListViews } from '../../test/list-views.ts';
import { Projector } from '../views/projector.ts';
import { Policies } from './policies.ts';

/** Counts the events of streams that are read: what a use case does not read costs it nothing. */
class CountingLog extends ArrayLog {
  eventsRead = 0;
  override async *read(...given: Parameters<ArrayLog['read']>): AsyncGenerator<StoredEvent> {
    for await (const event of super.read(...given)) {
      this.eventsRead += 1;
      yield event;
    }
  }
}

const policyOf = (version: number) => ({ version, mode: 'accept', rules: [] });
const host = { actor: 'host', role: 'host', session: null, origin: 'tool' as const, client: null, request_id: 'r' };
const digestOf = (version: number) => digestOfJson(policyOf(version));
let log: CountingLog;
let views: ListViews;
/** The policies as a process has them that starts now. */
function started(store = views) {
  const projector = new Projector({ log, views: store, team: 't' });
  const clock = { now: () => Date.UTC(2026, 11, 1) };
  return new Policies(log, clock, { team: 't', limit: 1000, allowDowngrade: false }, projector);
}
const record = (policies: Policies, version: number) => policies.record(digestOf(version), policyOf(version), host);
const recorded = () => log.events.map(({ data }) => data['digest']);
beforeEach(() => {
  log = new CountingLog();
  views = new ListViews();
});

/** Each way in which the read model cannot tell. */
const pauses: [string, () => void][] = [
  ['its store fails', () => (views.failing = 'all')],
  ['its rows cannot be read', () => (views.failing = 'reads')],
  ['an event cannot be read', () => log.put('policies-t', { type: 'PolicyUsed', schema: 9, data: {} })],
];

describe('the policies that prompts were made with', () => {
  it('U2 a policy is recorded once: by many at once, by another process, and after a restart', async () => {
    const [one, other] = [started(), started(new ListViews())];
    await Promise.all([one, other, one, other].map((policies) => record(policies, 1)));
    await record(started(), 1);
    expect(recorded()).toEqual([digestOf(1)]);
  });

  it('U2 any number of new ones at once are recorded, by two processes, each once', async () => {
    const [one, other] = [started(), started(new ListViews())];
    const versions = Array.from({ length: 150 }, (_, version) => version);
    await Promise.all(versions.flatMap((version) => [record(one, version), record(other, version)]));
    expect(recorded().sort()).toEqual(versions.map(digestOf).sort());
  });

  it('U2 after a restart a new one is recorded without reading those before it', async () => {
    for (let version = 0; version < 50; version += 1) await record(started(), version);
    log.eventsRead = 0;
    const policies = started();
    await record(policies, 50);
    await record(policies, 7);
    expect([log.eventsRead, recorded().length]).toEqual([0, 51]);
    expect([await policies.get(digestOf(7)), log.eventsRead]).toEqual([policyOf(7), 1]);
  });

  it.each(pauses)('U2 is recorded once, and read again, while the read model is paused since %s', async (_, pause) => {
    await record(started(), 1);
    pause();
    const before = recorded().length;
    const policies = started();
    for (const version of [1, 2, 2]) await record(policies, version);
    await record(started(), 2);
    expect(recorded().slice(before)).toEqual([digestOf(2)]);
    expect(await started().get(digestOf(1))).toEqual(policyOf(1));
    expect(await started().get(digestOf(3))).toBeNull();
  });

  it('U3 a policy whose digest does not hold is none', async () => {
    const data = { digest: digestOf(1), policy: policyOf(2), timestamp: '2026-12-01T00:00:00.000Z' };
    log.put('policies-t', { type: 'PolicyUsed', schema: 1, data });
    expect(await started().get(digestOf(1))).toBeNull();
  });

  it('U2 remembers the newest alone, and finds the others where they lie', async () => {
    const policies = started();
    for (let version = 0; version <= 1_001; version += 1) await record(policies, version);
    views.failing = 'all';
    log.eventsRead = 0;
    await record(policies, 1_001);
    expect(log.eventsRead).toBe(0);
    await record(policies, 0);
    expect([log.eventsRead, recorded().length]).toEqual([1, 1_002]);
  });
});
