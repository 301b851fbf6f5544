import { describe, expect, it } from '@jest/globals';
import { merge } from '../../test/merging.ts';
import { bases, releases } from '../../test/saving.ts';
import { EVENT_LIMIT_BYTES } from '../event.ts';
import type { Entries, Entry } from './entries.ts';

const shared = (text: string, base = bases.shared): Entry => ({ text, base });
const of = (...entries: readonly (readonly [string, Entry])[]): Entries => new Map(entries);
const ofShared = (entry: Entry | undefined) => (entry === undefined ? of() : of(['runtime/shared', entry]));
const ofSkill = (description: string, body: string) => of(['team/skill/review', { description, body }]);

describe('an entry that both sides changed', () => {
  const base = ofShared(shared('a\nb\nc\nd\ne'));

  it('S11 is merged line by line where hunks do not touch', () => {
    const { entries, conflicts } = merge([
      base,
      ofShared(shared('A\nb\nc\nd\ne')),
      ofShared(shared('a\nb\nc\nd\nE\nf')),
    ]);
    expect(entries).toEqual(ofShared(shared('A\nb\nc\nd\nE\nf')));
    expect(conflicts).toEqual([]);
  });

  it('S11 is a conflict where hunks touch, and the current text is held', () => {
    const [current, draft] = [shared('a\nb\nC\nd\ne'), shared('a\nb\nc!\nd\ne')];
    const { entries, conflicts } = merge([base, ofShared(current), ofShared(draft)]);
    expect(entries).toEqual(ofShared(current));
    expect(conflicts).toEqual([
      {
        key: 'runtime/shared',
        base: base.get('runtime/shared'),
        current,
        draft,
        hunks: [{ base: ['c'], current: ['C'], draft: ['c!'] }],
      },
    ]);
  });

  it('S11 is no conflict where both made the same of it', () => {
    const same = ofShared(shared('a\nsame'));
    expect(merge([base, same, same])).toMatchObject({ conflicts: [], entries: same });
  });

  it.each([
    ['the draft', undefined, shared('a')],
    ['the current version', shared('a'), undefined],
  ])('S11 is a conflict where one side removed it and %s did not, nor left it', (_, left, right) => {
    const sides = [base, ofShared(left), ofShared(right)] as const;
    const { entries, conflicts } = merge([...sides]);
    expect(entries).toEqual(sides[1]);
    expect(conflicts).toMatchObject([{ current: left ?? null, draft: right ?? null }]);
    expect(conflicts[0]?.hunks).toEqual([
      { base: ['a', 'b', 'c', 'd', 'e'], current: left ? ['a'] : [], draft: right ? ['a'] : [] },
    ]);
  });

  it('S11 D3 keeps the text of one side and the new base of the other', () => {
    const [edited, kept] = [shared('a\nb\nc\nd\nE'), shared('a\nb\nc\nd\ne', bases.shared2)];
    const both = ofShared(shared('a\nb\nc\nd\nE', bases.shared2));
    const catalogue = releases.second;
    for (const sides of [
      [base, ofShared(edited), ofShared(kept)],
      [base, ofShared(kept), ofShared(edited)],
    ] as const)
      expect(merge([...sides], { catalogue })).toMatchObject({ conflicts: [], entries: both });
  });

  it('S11 that neither had before begins with the default that the draft began with', () => {
    const [current, draft] = [shared('Shared text.\nOurs.'), shared('Yours.\nShared text.')];
    const both = shared('Yours.\nShared text.\nOurs.');
    expect(merge([of(), ofShared(current), ofShared(draft)]).entries).toEqual(ofShared(both));
    const upgraded = shared('Shared text, second.', bases.shared2);
    const { entries } = merge([of(), ofShared(upgraded), ofShared(draft)], { catalogue: releases.second });
    expect(entries).toEqual(ofShared(upgraded));
  });

  it('S11 is a conflict where the merged text would break a rule that neither side breaks', () => {
    const none = (text: string): Entries => of(['runtime/policy/none', { text, base: bases.none }]);
    const sides = [
      none('{version}\nx\n{mode}\ny\n{version}\nz\n{mode}'),
      none('x\n{mode}\ny\n{version}\nz'),
      none('{version}\nx\ny\nz\n{mode}'),
    ] as const;
    const { entries, conflicts } = merge([...sides], { catalogue: releases.second });
    expect(entries).toEqual(sides[1]);
    expect(conflicts).toMatchObject([
      { key: 'runtime/policy/none', hunks: [{ current: ['x', '{mode}', 'y', '{version}', 'z'] }] },
    ]);
  });
});

describe('an entry whose sides differ in line ends only', () => {
  it.each([
    ['a trailing line end', 'b', 'b\n'],
    ['CRLF against LF', 'b\r\nc', 'b\nc'],
    ['a byte order mark', '\uFEFFb', 'b'],
  ])('S11 is no conflict, and the current one is taken: %s', (_, current, draft) => {
    for (const base of [of(), ofShared(shared('a')), ofShared(shared('x\ny'))]) {
      const sides = [base, ofShared(shared(current)), ofShared(shared(draft))] as const;
      expect(merge([...sides])).toMatchObject({ entries: sides[1], conflicts: [] });
    }
    for (const base of [of(), ofSkill('d', 'a')]) {
      const sides = [base, ofSkill('d', current), ofSkill('d', draft)] as const;
      expect(merge([...sides])).toMatchObject({ entries: sides[1], conflicts: [] });
    }
  });
});

describe('a skill that both sides changed', () => {
  const base = ofSkill('What.', 'a\nb\nc');

  it('S11 is merged: description by one side, body by both', () => {
    const { entries, conflicts } = merge([base, ofSkill('Which.', 'A\nb\nc'), ofSkill('What.', 'a\nb\nC')]);
    expect(entries).toEqual(ofSkill('Which.', 'A\nb\nC'));
    expect(conflicts).toEqual([]);
    expect(merge([base, ofSkill('What.', 'A\nb\nc'), ofSkill('Which.', 'a\nb\nC')]).entries).toEqual(entries);
  });

  it('S11 is a conflict where both changed the description, whose lines are a hunk', () => {
    const current = ofSkill('One.', 'a\nb\nC');
    const { entries, conflicts } = merge([base, current, ofSkill('Two.', 'A\nb\nc')]);
    expect(entries).toEqual(current);
    expect(conflicts.map(({ hunks }) => hunks)).toEqual([[{ base: ['What.'], current: ['One.'], draft: ['Two.'] }]]);
  });

  it('S11 is a conflict where both made one of that name', () => {
    const { conflicts } = merge([of(), ofSkill('One.', 'a'), ofSkill('One.', 'b')]);
    expect(conflicts).toMatchObject([{ base: null, hunks: [{ base: [], current: ['a'], draft: ['b'] }] }]);
    const empty = merge([of(), ofSkill('One.', 'a'), ofSkill('One.', '')]);
    expect(empty.conflicts).toMatchObject([{ hunks: [{ base: [], current: ['a'], draft: [] }] }]);
  });
});

describe('a draft that the rules refuse', () => {
  it('S11 leaves the current entry in its place, and stands in a conflict', () => {
    const bad = of(['runtime/nowhere', shared('x', '')], ['team/skill/Bad', { description: 'd', body: 'b' }]);
    const { entries, conflicts } = merge([of(), of(), bad]);
    expect(entries).toEqual(of());
    expect(conflicts).toMatchObject([
      { key: 'runtime/nowhere', draft: { text: 'x' }, hunks: [{ base: [], current: [], draft: ['x'] }] },
      { key: 'team/skill/Bad', draft: { body: 'b' } },
    ]);
  });

  it('S5 S11 is a conflict where neither side had a text and its base is another entry’s default', () => {
    const draft = shared('Worker text.', bases.worker);
    const { entries, conflicts } = merge([of(), ofShared(shared('Ours.')), ofShared(draft)]);
    expect(entries).toEqual(ofShared(shared('Ours.')));
    expect(conflicts).toMatchObject([{ draft, hunks: [{ base: [], current: ['Ours.'], draft: ['Worker text.'] }] }]);
  });

  it('S9 S11 over the limit is a conflict in every entry that it changed, and no other', () => {
    const base = of(['runtime/worker', shared('w', bases.worker)], ['team/delivery', shared('d')]);
    const current = of(['runtime/worker', shared('W', bases.worker)], ['team/delivery', shared('d')]);
    const draft = of(
      ...base,
      ['runtime/shared', shared('x'.repeat(10))],
      ['team/skill/a', { description: 'd', body: '' }],
    );
    const { entries, conflicts } = merge([base, current, draft], { limit: 11 });
    expect(entries).toEqual(current);
    expect(conflicts.map(({ key }) => key)).toEqual(['runtime/shared', 'team/skill/a']);
  });

  it('S9 S11 is a conflict in every entry that it changed where the union takes more than one event, which is told', () => {
    const many = (mark: string) =>
      Array.from({ length: 3_300 }, (_, index): [string, Entry] => [
        `team/skill/${mark}-${String(index)}`,
        { description: mark, body: '' },
      ]);
    const current = new Map(many('ours'));
    const { entries, conflicts, faults } = merge([of(), current, new Map(many('yours'))]);
    expect(entries).toEqual(current);
    expect(conflicts).toHaveLength(3_300);
    expect(faults).toMatchObject([{ path: '', code: 'size_limit_exceeded', limit: EVENT_LIMIT_BYTES }]);
    expect(faults[0]?.message).toMatch(/^merged with the current configuration: .* 6600 entries takes \d+ bytes/);
  });
});
