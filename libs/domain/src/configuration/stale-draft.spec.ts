import { expect, it } from '@jest/globals';
import { holding, refusal, releases, replace } from '../../test/saving.ts';
import { told, type Fault } from '../faults.ts';
import { exactly } from '../text/text-comparison.ts';
import { mergeStale } from './stale-draft.ts';
import { nothingSaved } from './state.ts';

it('S11 a stale refusal tells a thousand faults and how many more there are, as any refusal does', () => {
  const current = { revision: 1, actor: 'a', origin: null, timestamp: null, message: null };
  const version = holding({}, nothingSaved);
  const refused = (count: number, limit: number) => {
    const faults = Array.from({ length: count }, (_, index): Fault => ({
      path: `/x${String(index)}`,
      code: 'unknown_key',
      message: 'is not known here',
    }));
    const unmerged = { current, submitted: {}, ...told(faults), merged: null, conflicts: [] };
    const draft = new Map([['team/skill/long', { description: 'd', body: 'x'.repeat(50) }]]);
    return mergeStale({ base: new Map(), version, draft, catalogue: releases.first, limit, unmerged }, exactly);
  };
  expect(refused(1_000, 100)).toMatchObject({ errors: { length: 1_000 } });
  expect(refused(1_000, 100)).not.toHaveProperty('more');
  expect(refused(1_200, 100)).toMatchObject({ errors: { length: 1_000 }, more: 200 });
  // What the merge itself is refused for is counted too.
  expect(
    refusal(version, replace({ skills: { long: { description: 'd', body: 'x'.repeat(50) } } }), { limit: 40 }),
  ).toHaveLength(1);
  expect(refused(999, 40)).not.toHaveProperty('more');
  expect(refused(1_200, 40)).toMatchObject({ errors: { length: 1_000 }, more: 201 });
});
