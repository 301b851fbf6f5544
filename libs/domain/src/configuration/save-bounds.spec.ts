import { describe, expect, it } from '@jest/globals';
import { change, codes, faultsIn, holding, refusal, replace, save } from '../../test/saving.ts';
import { EVENT_LIMIT_BYTES } from '../event.ts';
import { nothingSaved } from './state.ts';
import { EDITS_LIMIT } from './schemas.ts';

const current = holding({ 'runtime/shared': { text: '.'.repeat(EDITS_LIMIT + 1), base: 'b' } });
const edits = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: 'runtime/worker',
    find: index === 0 ? 'Worker' : `<${String(index - 1)}>`,
    replace: `<${String(index)}>`,
  }));

describe('what one request may cost', () => {
  it('S14 as many edits as are allowed are applied; one more is refused by its place, and none is tried', () => {
    expect(save(nothingSaved, change({ edits: edits(EDITS_LIMIT) })).changed).toEqual(['runtime/worker']);
    expect(refusal(nothingSaved, change({ edits: edits(EDITS_LIMIT + 1) }))).toEqual(['invalid_field /edits']);
    const notFound = Array.from({ length: EDITS_LIMIT + 1 }, () => ({
      key: 'runtime/worker',
      find: 'absent',
      replace: '',
    }));
    expect(refusal(current, change({ edits: notFound }))).toEqual(['invalid_field /edits']);
  });

  it('S9, S15 entries too many for one event are refused with bytes and limit, not accepted by a dry run and lost later', () => {
    const skills = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`s-${String(index)}`, { description: 'd', body: '' }]),
    );
    const faults = faultsIn(() => save(nothingSaved, replace({ skills })));
    expect(codes(faults)).toEqual(['size_limit_exceeded ']);
    expect(faults[0]).toMatchObject({ limit: EVENT_LIMIT_BYTES });
    expect(Number(faults[0]?.['bytes'])).toBeGreaterThan(EVENT_LIMIT_BYTES);
  });

  it('S15 a text full of tokens that look misspelt is warned of a few times, not thousands', () => {
    const text = `{version} {mode} {rules} ${Array.from({ length: 5_000 }, (_, index) => `{${' '.repeat((index % 50) + 1)}rules}`).join('')}`;
    const { warnings } = save(nothingSaved, change({ overrides: { 'runtime/policy': { text } } }));
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(50);
  });
});

describe('what one refusal may tell', () => {
  it('S8 above a thousand faults the rest is counted, not told', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${String(index)}`, 1]));
    expect(refusal(nothingSaved, change(unknown))).toHaveLength(1000);
  });

  it('S14 what a list of edits holds is not looked at where the list is too long', () => {
    expect(refusal(nothingSaved, change({ edits: Array.from({ length: 300_000 }, () => 1) }))).toEqual([
      'invalid_field /edits',
    ]);
  });

  it('S8 a missing field and a wrong type are told in words', () => {
    const faults = faultsIn(() =>
      save(nothingSaved, change({ base_revision: undefined, overrides: { 'runtime/shared': { text: 5 } } })),
    );
    expect(faults.map(({ path, message }) => `${path} ${message}`).sort()).toEqual([
      '/base_revision is missing; it must be of type number',
      '/overrides/runtime~1shared/text must be of type string, not number',
    ]);
  });
});
