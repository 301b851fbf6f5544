import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArrayLog } from '../../test/array-log.ts';
import { LogError } from '../ports/event-log.ts';
import { Policies } from '../prompting/policies.ts';
import { Uses, type UseMade } from './uses.ts';

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
  ...change,
});
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
    await uses.record(use());
    log.away = new LogError('store_unavailable', 'gone');
    await uses.record(use());
    expect(uses.isKnown(use())).toBe(true);
    await expect(uses.record(use({ revision: 2 }))).rejects.toThrow('gone');
    expect(uses.isKnown(use({ revision: 2 }))).toBe(false);
    expect(recorded()).toEqual(['1 worker 1']);
  });

  it('U2 of the same first uses at once one is recorded; another process that was first is seen', async () => {
    await Promise.all([uses.record(use()), uses.record(use()), new Uses(log, clock, deployment).record(use())]);
    expect(recorded()).toEqual(['1 worker 1']);
  });

  it('U5 of two first uses at once with different roles one sets the role, the other is refused and sets nothing', async () => {
    const other = new Uses(log, clock, deployment);
    const both = await Promise.allSettled([
      uses.record(use()),
      other.record(use({ role: 'orchestrator', policy: digest('b') })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'role_mismatch' } });
    expect(log.events).toHaveLength(1);
  });

  it('A5 an event of an unknown type in the stream is passed over, and numbers go on', async () => {
    log.put('usage-t:s', { type: 'SessionRegistered', schema: 1, data: {} });
    await uses.record(use());
    await uses.record(use({ revision: 2 }));
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
    await uses.record(use({ revision: 20_001 }));
    expect(recorded().at(-1)).toBe('20001 worker 20001');
  });
});

describe('the policies that prompts were made with', () => {
  const policy = { version: 1, mode: 'accept', rules: [] };

  it('U2 a policy is recorded once: by many at once, by another process, and after a restart', async () => {
    const one = new Policies(log, clock, deployment);
    const other = new Policies(log, clock, deployment);
    await Promise.all([one, other, one, other].map((policies) => policies.record(digest('c'), policy)));
    await new Policies(log, clock, deployment).record(digest('c'), policy);
    expect(log.events.map(({ type, data }) => [type, data['digest']])).toEqual([['PolicyUsed', digest('c')]]);
  });
});
