import { describe, expect, it } from '@jest/globals';
import { diffVersions } from '../configuration/diff-versions.ts';
import { diffTexts, replacedWhole } from './diff-texts.ts';
import { conflictingWhole, mergeTexts } from './merge-texts.ts';
import { coarsely, exactly, exactlyWhile } from './text-comparison.ts';

const [from, to] = ['one line\nanother line', 'one line\nanother text'];

describe('comparing while there is time', () => {
  it('A2 answers entry by entry: what was compared before the end stays exact, the rest is coarse', () => {
    const side = (text: string) => new Map(['a', 'b', 'c', 'd'].map((key) => [key, { text, base: '' }]));
    let asked = 0;
    const texts = exactlyWhile(() => (asked += 1) <= 2);
    const { entries } = diffVersions({ from: 1, to: 2, before: side(from), after: side(to) }, texts);
    const [exact, coarse] = [diffTexts(from, to), replacedWhole(from, to)];
    expect(coarse).not.toEqual(exact);
    expect(entries.map(({ diff }) => diff)).toEqual([exact, exact, coarse, coarse]);
  });

  it('is comparing exactly as long as there is, also of merges', () => {
    const always = exactlyWhile(() => true);
    expect(always.diff(from, to)).toEqual(exactly.diff(from, to));
    expect(always.merge('1\n2\n3', 'A\n2\n3', '1\n2\nB')).toEqual(mergeTexts('1\n2\n3', 'A\n2\n3', '1\n2\nB'));
  });
});

describe('comparing coarsely', () => {
  it('says that it is coarse, but for texts that are the same', () => {
    expect(coarsely.diff(from, to)).toEqual(replacedWhole(from, to));
    expect(coarsely.diff(from, from)).toEqual({ lines: expect.anything(), coarse: false });
  });

  it.each([
    ['a', 'b', 'a', 'b'],
    ['a', 'a', 'b', 'b'],
    ['a', 'b', 'b\n', 'b'],
    ['a', 'b', 'a\n', 'b'],
    ['a', 'a\r\n', 'b', 'b'],
  ])('S11 conflicts with nothing where a side changed nothing: %j, %j, %j', (base, current, draft, text) => {
    expect(coarsely.merge(base, current, draft)).toEqual({ text, hunks: [] });
  });

  it('S11 is one conflict otherwise', () => {
    expect(coarsely.merge('1\n2', 'A\n2', '1\nB')).toEqual(conflictingWhole('1\n2', 'A\n2', '1\nB'));
  });
});
