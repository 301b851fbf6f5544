import { describe, expect, it } from '@jest/globals';
import type { VersionRecorded } from '../configuration/events.ts';
import { digest } from '../text/digest.ts';
import type { KnownEvent } from '../events/registry.ts';
import { versionChange } from './versions.ts';

const data: VersionRecorded = {
  revision: 2,
  predecessor: 1,
  predecessor_digest: digest('version 1'),
  timestamp: '2026-12-01T09:00:00.000Z',
  origin: 'tool',
  actor: 'main',
  message: 'shorter',
  kind: 'saved',
  restored_from: null,
  request: { person: 'ann', message: 'm7' },
  release: 1,
  entries: { 'runtime/work': { digest: digest('mine'), base: digest('default') } },
  texts: { [digest('mine')]: 'mine' },
  digest: digest('version 2'),
  bytes: 4,
  changed: ['runtime/work', 'team/delivery'],
  removed: ['team/delivery'],
  dropped: [],
  warnings: [],
  limit: 262_144,
  request_id: { id: 'r1', fingerprint: digest('request') },
  caller: null,
};
const place = { id: 'e1', schema: 1, stream: 'prompts-a', revision: 1n, position: 12n };

describe('what an event adds to the list of versions', () => {
  it.each(['OverrideSaved', 'VersionRestored'] as const)('given %s, then the version without its texts', (type) => {
    expect(versionChange({ ...place, type, data })).toEqual({
      version: {
        revision: 2,
        predecessor: 1,
        timestamp: data.timestamp,
        origin: 'tool',
        actor: 'main',
        message: 'shorter',
        kind: 'saved',
        restored_from: null,
        request: { person: 'ann', message: 'm7' },
        release: 1,
        digest: data.digest,
        bytes: 4,
      },
      place: 1n,
      changed: ['runtime/work', 'team/delivery'],
      request: { id: 'r1', fingerprint: digest('request') },
      texts: [digest('mine')],
    });
  });

  it('given an event of another kind, then nothing', () => {
    const policy = { version: 1, mode: 'auto', rules: [] };
    const used = { digest: digest('p'), policy, timestamp: data.timestamp, caller: null };
    const event: KnownEvent = { ...place, type: 'PolicyUsed', data: used };
    expect(versionChange(event)).toBeNull();
  });
});
