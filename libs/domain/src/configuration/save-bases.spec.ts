import { describe, expect, it } from '@jest/globals';
import { bases, change, holding, refusal, releases, replace, save, stored } from '../../test/saving.ts';
import { digest } from '../text/digest.ts';
import { nothingSaved } from './state.ts';
import { attention } from '../views/default-changed.ts';

const saved = holding({ 'runtime/shared': { text: 'Ours.', base: bases.shared } });
const catalogue = releases.second;

/** The base with which a change of `runtime/shared` is stored under the second release. */
function baseOf(current: typeof saved, entry: object, fields: object = {}) {
  const event = save(current, change({ overrides: { 'runtime/shared': entry }, ...fields }), { catalogue });
  const found = stored(event).entries.get('runtime/shared');
  return found !== undefined && 'base' in found ? found.base : undefined;
}

describe('the base of a text entry', () => {
  it.each([
    ['S5 named: the current default’s', nothingSaved, { base: bases.shared2 }, {}, bases.shared2],
    ['S5 named: an earlier default’s', nothingSaved, { base: bases.shared }, {}, bases.shared],
    ['S5 named: wins over the saved one', saved, { base: bases.shared2 }, {}, bases.shared2],
    ['S5 named: wins over the release', nothingSaved, { base: bases.shared2 }, { release: 1 }, bases.shared2],
    ['S5 omitted: the saved one stays', saved, {}, {}, bases.shared],
    ['S5 omitted: the saved one stays, whatever the release', saved, {}, { release: 2 }, bases.shared],
    ['S5 new: the default of the release that is named', nothingSaved, {}, { release: 1 }, bases.shared],
    ['S5 new: the current default where no release is named', nothingSaved, {}, {}, bases.shared2],
  ])('%s', (_, current, entry, fields, expected) => {
    expect(baseOf(current, { text: 'Other.', ...entry }, fields)).toBe(expected);
  });

  it('S5 holds for sections and for a replace alike', () => {
    const before = holding({ 'team/communication': { text: 'Ours.', base: bases.communication } });
    const parsed = replace({ sections: { communication: { text: 'X.' }, delivery: { text: 'Y.' } } });
    expect(save(before, parsed).entries).toMatchObject({
      'team/communication': { base: bases.communication },
      'team/delivery': { base: digest('Show evidence.') },
    });
  });

  it('S5 of a part that the named release did not have is the current default', () => {
    const parsed = change({ release: 1, overrides: { 'runtime/new': { text: 'X.' } } });
    expect(save(nothingSaved, parsed, { catalogue }).entries['runtime/new']).toMatchObject({
      base: digest('New text.'),
    });
  });

  it('S5 of an entry that was returned and is set anew is the current default, not the one that it had', () => {
    const returned = stored(save(saved, change({ overrides: { 'runtime/shared': null } }), { catalogue }));
    expect(baseOf(returned, { text: 'Other.' })).toBe(bases.shared2);
  });

  it.each([
    ['of no default', digest('never')],
    ['of another key’s default', bases.worker],
    ['of a later release that is not recorded', digest('Shared text, fourth.')],
    ['no digest', 'sha256:12'],
    ['empty', ''],
  ])('S5 is refused where it is %s', (_, base) => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Other.', base } } });
    expect(refusal(saved, parsed, { catalogue })).toEqual(['unknown_base /overrides/runtime~1shared/base']);
  });

  it('S5 is refused also where the text stays as it is', () => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Ours.', base: bases.worker } } });
    expect(refusal(saved, parsed, { catalogue })).toEqual(['unknown_base /overrides/runtime~1shared/base']);
  });

  it('S5 of a default to come is unknown until its release is recorded', () => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Other.', base: bases.shared2 } } });
    expect(refusal(saved, parsed)).toEqual(['unknown_base /overrides/runtime~1shared/base']);
    expect(save(saved, parsed, { catalogue }).changed).toEqual(['runtime/shared']);
  });

  it.each([[0], [3], [1.5], ['1']])('S5 refuses the release %j, which is not recorded', (release) => {
    const parsed = change({ release, overrides: { 'runtime/shared': { text: 'Other.' } } });
    expect(refusal(nothingSaved, parsed, { catalogue })).toEqual(['invalid_field /release']);
  });
});

describe('what a team makes of a changed default', () => {
  const flagged = (event: ReturnType<typeof save>) => attention(stored(event).entries, catalogue).default_changed;

  it('D3 keep: the same text with the current digest is no longer flagged', () => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Ours.', base: bases.shared2 } } });
    const event = save(saved, parsed, { catalogue });
    expect(event.changed).toEqual(['runtime/shared']);
    expect(flagged(event)).toEqual([]);
  });

  it('D3 use the new default: the entry goes', () => {
    const event = save(saved, change({ overrides: { 'runtime/shared': null } }), { catalogue });
    expect(event.entries).toEqual({});
    expect(flagged(event)).toEqual([]);
  });

  it('D3 edit: another text with the current digest is no longer flagged', () => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Both.', base: bases.shared2 } } });
    expect(flagged(save(saved, parsed, { catalogue }))).toEqual([]);
  });

  it('D3 a text edited without a base stays flagged', () => {
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Both.' } } });
    expect(flagged(save(saved, parsed, { catalogue }))).toEqual(['runtime/shared']);
    const edit = change({ edits: [{ key: 'runtime/shared', find: 'Ours', replace: 'Both' }] });
    expect(flagged(save(saved, edit, { catalogue }))).toEqual(['runtime/shared']);
  });
});
