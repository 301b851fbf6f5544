import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  recordOf,
  noReleases,
  versionRecord,
  nothingSaved,
  type VersionRecorded,
  type VersionState,
} from '@palimpsest/domain';
import { ArrayLog } from '../../test/array-log.ts';
import { Latest } from './latest.ts';
import { LogError } from '../ports/event-log.ts';
import { runCommand } from '../run-command.ts';

const deployment = { team: 't', limit: 1000, allowDowngrade: false };
const manifest = {
  version: '1.0.0',
  parts: [{ key: 'runtime/work', file: 'work.md', placeholders: [], summary: 's' }],
  sections: [],
  skills: [],
  reserved_skill_names: [],
  notes: { inferred_ticket: 'note.md' },
  order: { orchestrator: [], worker: ['runtime/work'] },
};
const catalogue = { manifest, texts: new Map([['runtime/work', 'Default.']]) };
const release = recordOf(noReleases, catalogue, { now: '2026-12-01T00:00:00.000Z', format: 1 });

/** The next version, with one text; what was held before is named by digest only. */
function version(before: VersionState, text: string, held: readonly string[] = []): VersionRecorded {
  const entries = new Map([['runtime/work', { text, base: release.digests['runtime/work'] ?? '' }]]);
  const decided = { kind: 'saved' as const, restored_from: null, removed: [], dropped: [], warnings: [] };
  const isHeld = (digest: string) => held.includes(digest);
  const asked = { origin: 'tool' as const, actor: 'a', message: null, request: null, request_id: null, caller: null };
  const context = { now: 0, ...asked };
  return versionRecord(before, entries, decided, { ...context, release: 1, limit: 1000, isHeld });
}
const put = (log: ArrayLog, data: VersionRecorded) =>
  log.put('prompts-t', { type: 'OverrideSaved', schema: 1, data: { ...data } });
const textOf = ({ version: { entries } }: Awaited<ReturnType<Latest['now']>>) => entries.get('runtime/work');

let log: ArrayLog;
let latest: Latest;
beforeEach(() => {
  log = new ArrayLog();
  log.put('defaults-t', { type: 'DefaultsUpgraded', schema: 1, data: { ...release } });
  latest = new Latest(log, deployment);
});

describe('the latest version', () => {
  it('U1 each call sees what any writer appended before it', async () => {
    expect(await latest.now()).toMatchObject({ version: { revision: 0 }, head: null });
    put(log, version(nothingSaved, 'One.'));
    expect(textOf(await latest.now())).toMatchObject({ text: 'One.' });
    put(log, version((await latest.now()).version, 'Two.'));
    expect(await latest.now()).toMatchObject({ version: { revision: 2 }, head: 1n });
    expect(await latest.now()).toBe(await latest.now());
  });

  it('U1 where the log cannot answer it rejects, and never answers with older text', async () => {
    put(log, version(nothingSaved, 'One.'));
    await latest.now();
    log.away = new LogError('store_unavailable', 'gone');
    await expect(latest.now()).rejects.toThrow('gone');
    log.away = null;
    expect(textOf(await latest.now())).toMatchObject({ text: 'One.' });
  });

  it('S4 a text that only an older version carries is found, at the start and later', async () => {
    const first = put(log, version(nothingSaved, 'One.'));
    const one = (await latest.now()).version;
    const digest = Object.keys(first.data['texts'] as object)[0] ?? '';
    put(log, version(one, 'Two.'));
    const two = (await latest.now()).version;
    const again = version(two, 'One.', [digest]);
    expect(again.texts).toEqual({});
    put(log, again);
    expect(textOf(await latest.now())).toMatchObject({ text: 'One.' });
    expect(textOf(await new Latest(log, deployment).now())).toMatchObject({ text: 'One.' });
  });

  it('A5 an event of an unknown type moves the head, so that the next append fits', async () => {
    expect(await latest.now()).toMatchObject({ head: null });
    log.put('prompts-t', { type: 'SomethingNew', schema: 1, data: {} });
    expect(await latest.now()).toMatchObject({ version: { revision: 0 }, head: 0n });
    const load = () => latest.now();
    const decide = () => ({ type: 'OverrideSaved' as const, data: version(nothingSaved, 'One.') });
    expect(await runCommand(log, 'prompts-t', load, decide)).toMatchObject({ appended: { revision: 1n } });
  });
});

describe('the loop that writes', () => {
  it('S12 decides again after another writer was first', async () => {
    const seen: (bigint | null)[] = [];
    log.before = () => void put(log, version(nothingSaved, 'Theirs.'));
    await runCommand(
      log,
      'prompts-t',
      () => latest.now(),
      ({ head, version: before }) => {
        seen.push(head);
        return { type: 'OverrideSaved' as const, data: version(before, 'Ours.') };
      },
    );
    expect(seen).toEqual([null, 0n]);
    expect(textOf(await latest.now())).toMatchObject({ text: 'Ours.' });
  });

  it('gives up where the log conflicts without end', async () => {
    put(log, version(nothingSaved, 'One.'));
    const stuck = runCommand(
      log,
      'prompts-t',
      () => Promise.resolve({ head: null }),
      () => ({ type: 'OverrideSaved' as const, data: {} }),
    );
    await expect(stuck).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
