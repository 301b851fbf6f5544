import { beforeEach, describe, expect, it } from '@jest/globals';
import type { UseMade } from '@palimpsest/domain';
import { ArrayLog } from '../../test/array-log.ts';
import { LogError } from '../ports/event-log.ts';
import { Uses } from './uses.ts';

const deployment = { team: 't', limit: 1000, allowDowngrade: false };
const clock = { now: () => Date.UTC(2026, 11, 1) };
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const use = (change: Partial<UseMade> = {}): UseMade => ({
  session: 's',
  role: 'worker',
  revision: 1,
  release: 1,
  policy: null,
  variables: [],
  ticket: { kind: 'explicit' },
  skill: null,
  prompt_digest: digest('a'),
  caller: null,
  ...change,
});
const present = { version: { timestamp: null }, release: { timestamp: '2026-12-01T00:00:00.000Z' } };
let log: ArrayLog;
let uses: Uses;
beforeEach(() => {
  log = new ArrayLog();
  uses = new Uses(log, clock, deployment);
});
const recorded = () =>
  log.events.map(({ data }) => `${String(data['use'])} ${String(data['role'])} ${String(data['revision'])}`);

describe('what a Session used', () => {
  it('U2 is recorded the first time, and a known use writes and reads nothing, also where the log is away', async () => {
    await uses.record(use(), present);
    log.away = new LogError('store_unavailable', 'gone');
    await uses.record(use(), present);
    expect(uses.isKnown(use())).toBe(true);
    await expect(uses.record(use({ revision: 2 }), present)).rejects.toThrow('gone');
    expect(uses.isKnown(use({ revision: 2 }))).toBe(false);
    expect(recorded()).toEqual(['1 worker 1']);
  });

  it('U2 of the same first uses at once one is recorded; another process that was first is seen', async () => {
    await Promise.all([
      uses.record(use(), present),
      uses.record(use(), present),
      new Uses(log, clock, deployment).record(use(), present),
    ]);
    expect(recorded()).toEqual(['1 worker 1']);
  });

  it('U5 of two first uses at once with different roles one sets the role, the other is refused and sets nothing', async () => {
    const other = new Uses(log, clock, deployment);
    const both = await Promise.allSettled([
      uses.record(use(), present),
      other.record(use({ role: 'orchestrator', policy: digest('b') }), present),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'role_mismatch' } });
    expect(log.events).toHaveLength(1);
  });

  it('U5 a use is not earlier than one that another process recorded under a clock that is ahead, nor than its version', async () => {
    const ahead = new Uses(log, { now: () => Date.UTC(2026, 11, 2) }, deployment);
    await ahead.record(use(), present);
    await uses.record(use({ revision: 2 }), present);
    const saved = { ...present, version: { timestamp: '2026-12-03T00:00:00.000Z' } };
    await uses.record(use({ revision: 3 }), saved);
    expect(log.events.map(({ data }) => data['timestamp'])).toEqual(
      ['02', '02', '03'].map((day) => `2026-12-${day}T00:00:00.000Z`),
    );
  });

  it('P8 each first load of a skill is a use, also where the log of an older build did not record it', async () => {
    const skill = (name: string) => use({ skill: name, prompt_digest: null });
    for (const each of [use(), skill('github'), skill('feishu'), skill('github'), use()])
      await uses.record(each, present);
    expect(log.events.map(({ data }) => [data['use'], data['skill']])).toEqual([
      [1, null],
      [2, 'github'],
      [3, 'feishu'],
    ]);
  });

  it('A5 an event of an unknown type in the stream is passed over, and numbers go on', async () => {
    log.put('usage-t:s', { type: 'SessionRegistered', schema: 1, data: {} });
    await uses.record(use(), present);
    await uses.record(use({ revision: 2 }), present);
    expect(recorded().slice(1)).toEqual(['1 worker 1', '2 worker 2']);
    expect((await uses.of('s')).map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('U2 a long history is folded in one go, not once for each use', async () => {
    for (let revision = 1; revision <= 20_000; revision += 1)
      log.put('usage-t:s', {
        type: 'RevisionUsed',
        schema: 2,
        data: { ...use({ revision }), use: revision, timestamp: '2026-12-01T00:00:00.000Z' },
      });
    await uses.record(use({ revision: 20_001 }), present);
    expect(recorded().at(-1)).toBe('20001 worker 20001');
  });
});
