import { describe, expect, it } from '@jest/globals';
import type { KnownEvent } from '../events/registry.ts';
import { digest } from '../text/digest.ts';
import { policyChange } from './policies.ts';
import { viewScope } from './scope.ts';

const timestamp = '2026-12-01T09:00:00.000Z';
const place = { id: 'e1', schema: 1, stream: 'policies-a', revision: 3n, position: 12n };

describe('what an event adds to the places of policies', () => {
  it('given a policy, then its digest with its place in the stream', () => {
    const policy = { version: 1, mode: 'auto', rules: [] };
    const event: KnownEvent = {
      ...place,
      type: 'PolicyUsed',
      data: { digest: digest('p'), policy, timestamp, caller: null },
    };
    expect(policyChange(event)).toEqual({ digest: digest('p'), place: 3n });
  });

  it('given a use, then nothing', () => {
    const data = { session: 's', use: 1, role: 'worker', revision: 0, release: 1, policy: null } as const;
    const given = { caller: null, variables: [], ticket: null, skill: null, prompt_digest: digest('prompt') };
    expect(policyChange({ ...place, type: 'RevisionUsed', data: { ...data, ...given, timestamp } })).toBeNull();
  });
});

it('the places of policies are folded from the policies of their team alone', () => {
  const scope = viewScope('policies', 'a');
  const streams = ['policies-a', 'policies-ab', 'policies-', 'usage-a:s1', 'prompts-a'];
  expect(streams.map((stream) => scope.covers(stream))).toEqual([true, false, false, false, false]);
});
