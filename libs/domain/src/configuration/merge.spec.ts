import { describe, expect, it } from '@jest/globals';
import { merge } from '../../test/merging.ts';
import { bases, releases } from '../../test/saving.ts';
import type { Entries, Entry } from './entries.ts';

const shared = (text: string, base = bases.shared): Entry => ({ text, base });
const of = (...entries: readonly (readonly [string, Entry])[]): Entries => new Map(entries);
const ofShared = (entry: Entry | undefined) => (entry === undefined ? of() : of(['runtime/shared', entry]));
const ofSkill = (description: string, body: string) => of(['team/skill/review', { description, body }]);

describe('an entry that both sides changed', () => {
  const base = ofShared(shared('a\nb\nc\nd\ne'));

  it('S11 is merged line by line where hunks do not touch', async () => {
    const { entries, conflicts } = await merge([
      base,
      ofShared(shared('A\nb\nc\nd\ne')),
      ofShared(shared('a\nb\nc\nd\nE\nf')),
    ]);
    expect(entries).toEqual(ofShared(shared('A\nb\nc\nd\nE\nf')));
    expect(conflicts).toEqual([]);
  });

  it('S11 is a conflict where hunks touch, and the current text is held', async () => {
    const [current, draft] = [shared('a\nb\nC\nd\ne'), shared('a\nb\nc!\nd\ne')];
    const { entries, conflicts } = await merge([base, ofShared(current), ofShared(draft)]);
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

  it('S11 is no conflict where both made the same of it', async () => {
    const same = ofShared(shared('a\nsame'));
    expect(await merge([base, same, same])).toMatchObject({ conflicts: [], entries: same });
  });

  it.each([
    ['the draft', undefined, shared('a')],
    ['the current version', shared('a'), undefined],
  ])('S11 is a conflict where one side removed it and %s did not, nor left it', async (_, left, right) => {
    const sides = [base, ofShared(left), ofShared(right)] as const;
    const { entries, conflicts } = await merge([...sides]);
    expect(entries).toEqual(sides[1]);
    expect(conflicts).toMatchObject([{ current: left ?? null, draft: right ?? null }]);
    expect(conflicts[0]?.hunks).toEqual([
      { base: ['a', 'b', 'c', 'd', 'e'], current: left ? ['a'] : [], draft: right ? ['a'] : [] },
    ]);
  });

  it('S11 D3 keeps the text of one side and the new base of the other', async () => {
    const [edited, kept] = [shared('a\nb\nc\nd\nE'), shared('a\nb\nc\nd\ne', bases.shared2)];
    const both = ofShared(shared('a\nb\nc\nd\nE', bases.shared2));
    const catalogue = releases.second;
    for (const sides of [
      [base, ofShared(edited), ofShared(kept)],
      [base, ofShared(kept), ofShared(edited)],
    ] as const)
      expect(await merge([...sides], { catalogue })).toMatchObject({ conflicts: [], entries: both });
  });

  it('S11 that neither had before begins with the default that the draft began with', async () => {
    const [current, draft] = [shared('Shared text.\nOurs.'), shared('Yours.\nShared text.')];
    const both = shared('Yours.\nShared text.\nOurs.');
    expect((await merge([of(), ofShared(current), ofShared(draft)])).entries).toEqual(ofShared(both));
    const upgraded = shared('Shared text, second.', bases.shared2);
    const { entries } = await merge([of(), ofShared(upgraded), ofShared(draft)], { catalogue: releases.second });
    expect(entries).toEqual(ofShared(upgraded));
  });

  it('S11 is a conflict where the merged text would break a rule that neither side breaks', async () => {
    const none = (text: string): Entries => of(['runtime/policy/none', { text, base: bases.none }]);
    const sides = [
      none('{version}\nx\n{mode}\ny\n{version}\nz\n{mode}'),
      none('x\n{mode}\ny\n{version}\nz'),
      none('{version}\nx\ny\nz\n{mode}'),
    ] as const;
    const { entries, conflicts } = await merge([...sides], { catalogue: releases.second });
    expect(entries).toEqual(sides[1]);
    expect(conflicts).toMatchObject([
      { key: 'runtime/policy/none', hunks: [{ current: ['x', '{mode}', 'y', '{version}', 'z'] }] },
    ]);
  });
});

describe('a skill that both sides changed', () => {
  const base = ofSkill('What.', 'a\nb\nc');

  it('S11 is merged: description by one side, body by both', async () => {
    const { entries, conflicts } = await merge([base, ofSkill('Which.', 'A\nb\nc'), ofSkill('What.', 'a\nb\nC')]);
    expect(entries).toEqual(ofSkill('Which.', 'A\nb\nC'));
    expect(conflicts).toEqual([]);
    expect((await merge([base, ofSkill('What.', 'A\nb\nc'), ofSkill('Which.', 'a\nb\nC')])).entries).toEqual(entries);
  });

  it('S11 is a conflict where both changed the description, whose lines are a hunk', async () => {
    const current = ofSkill('One.', 'a\nb\nC');
    const { entries, conflicts } = await merge([base, current, ofSkill('Two.', 'A\nb\nc')]);
    expect(entries).toEqual(current);
    expect(conflicts.map(({ hunks }) => hunks)).toEqual([[{ base: ['What.'], current: ['One.'], draft: ['Two.'] }]]);
  });

  it('S11 is a conflict where both made one of that name', async () => {
    const { conflicts } = await merge([of(), ofSkill('One.', 'a'), ofSkill('One.', 'b')]);
    expect(conflicts).toMatchObject([{ base: null, hunks: [{ base: [], current: ['a'], draft: ['b'] }] }]);
    const empty = await merge([of(), ofSkill('One.', 'a'), ofSkill('One.', '')]);
    expect(empty.conflicts).toMatchObject([{ hunks: [{ base: [], current: ['a'], draft: [] }] }]);
  });
});

describe('a draft that the rules refuse', () => {
  it('S11 leaves the current entry in its place, and stands in a conflict', async () => {
    const bad = of(['runtime/nowhere', shared('x', '')], ['team/skill/Bad', { description: 'd', body: 'b' }]);
    const { entries, conflicts } = await merge([of(), of(), bad]);
    expect(entries).toEqual(of());
    expect(conflicts).toMatchObject([
      { key: 'runtime/nowhere', draft: { text: 'x' }, hunks: [{ base: [], current: [], draft: ['x'] }] },
      { key: 'team/skill/Bad', draft: { body: 'b' } },
    ]);
  });

  it('S5 S11 is a conflict where neither side had a text and its base is another entry’s default', async () => {
    const draft = shared('Worker text.', bases.worker);
    const { entries, conflicts } = await merge([of(), ofShared(shared('Ours.')), ofShared(draft)]);
    expect(entries).toEqual(ofShared(shared('Ours.')));
    expect(conflicts).toMatchObject([{ draft, hunks: [{ base: [], current: ['Ours.'], draft: ['Worker text.'] }] }]);
  });

  it('S9 S11 over the limit is a conflict in every entry that it changed, and no other', async () => {
    const base = of(['runtime/worker', shared('w', bases.worker)], ['team/delivery', shared('d')]);
    const current = of(['runtime/worker', shared('W', bases.worker)], ['team/delivery', shared('d')]);
    const draft = of(
      ...base,
      ['runtime/shared', shared('x'.repeat(10))],
      ['team/skill/a', { description: 'd', body: '' }],
    );
    const { entries, conflicts } = await merge([base, current, draft], { limit: 11 });
    expect(entries).toEqual(current);
    expect(conflicts.map(({ key }) => key)).toEqual(['runtime/shared', 'team/skill/a']);
  });
});
