import { describe, expect, it } from '@jest/globals';
import { digest } from '../text/digest.ts';
import type { KnownEvent } from '../events/registry.ts';
import type { RevisionUsed } from '../usage/schemas.ts';
import { viewScope } from './scope.ts';
import { useChange } from './uses.ts';

const data: RevisionUsed = {
  session: 's1',
  use: 1,
  role: 'worker',
  revision: 4,
  release: 2,
  policy: null,
  variables: [{ name: 'repository', value: 'octo/app' }],
  ticket: { kind: 'explicit' },
  skill: null,
  prompt_digest: digest('prompt'),
  timestamp: '2026-12-01T09:00:00.000Z',
  caller: null,
};
const place = { id: 'e1', schema: 1, stream: 'usage-a:s1', revision: 0n, position: 12n };
const used = (changes: Partial<RevisionUsed> = {}, revision = 0n): KnownEvent => ({
  ...place,
  type: 'RevisionUsed',
  revision,
  data: { ...data, ...changes },
});

describe('what an event adds to the list of uses', () => {
  it('given the first use of a Session, then the Session with its role, at the place of that use', () => {
    expect(useChange(used())).toEqual({
      session: 's1',
      position: 12n,
      opens: { role: 'worker' },
      use: {
        use: 1,
        revision: 4,
        release: 2,
        policy: null,
        skill: null,
        first_used: data.timestamp,
        prompt_digest: data.prompt_digest,
      },
    });
  });

  it('given a later use, then the use alone', () => {
    expect(useChange(used({ use: 2, skill: 'feishu', prompt_digest: null }, 1n))).toMatchObject({
      opens: null,
      use: { use: 2, skill: 'feishu' },
    });
  });

  it('given a first use behind an event of an unknown type, then the Session with its role (A5)', () => {
    expect(useChange(used({}, 1n))).toMatchObject({ opens: { role: 'worker' } });
  });

  it('given a policy, then nothing', () => {
    const policy = { version: 1, mode: 'auto', rules: [] };
    const event: KnownEvent = {
      ...place,
      type: 'PolicyUsed',
      stream: 'policies-a',
      revision: 3n,
      data: { digest: digest('p'), policy, timestamp: data.timestamp, caller: null },
    };
    expect(useChange(event)).toBeNull();
  });
});

describe('the streams of the views', () => {
  it.each(['usage-a:s1', 'usage-a:x:y'])('covers %s in the uses of team a', (stream) => {
    const scope = viewScope('uses', 'a');
    expect(scope.covers(stream)).toBe(true);
    expect(scope.prefixes.some((prefix) => stream.startsWith(prefix))).toBe(true);
  });

  it.each(['usage-ab:s1', 'policies-a', 'policies-ab', 'usage-a', 'prompts-a'])('does not cover %s', (stream) => {
    expect(viewScope('uses', 'a').covers(stream)).toBe(false);
  });

  it('covers the prompts of its team alone in the versions', () => {
    const scope = viewScope('versions', 'a');
    expect(['prompts-a', 'prompts-ab', 'prompts-', 'defaults-a'].map((stream) => scope.covers(stream))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
