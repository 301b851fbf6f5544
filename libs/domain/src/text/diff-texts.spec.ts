import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffTexts, replacedWhole } from './diff-texts.ts';
import { textDiffSchema, type DiffLine, type TextDiff } from './diff.ts';

const line = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'ask first',
    'ask first, then merge',
    'ask last\r',
    '先问再合并',
    '先问再推送',
    '🇨🇭 e\u0301',
  ),
  fc.string({ unit: 'grapheme' }),
);
const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));

describe('diffTexts', () => {
  it('loses nothing: same and removed lines are one text, same and added ones the other', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        for (const diff of [diffTexts(from, to), replacedWhole(from, to)]) expect(both(diff)).toEqual([from, to]);
      }),
    );
  });

  it('gives words that join to their line, of kinds that suit it', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        for (const { kind, text: whole, words } of diffTexts(from, to).lines) {
          if (words === undefined) continue;
          expect(kind).not.toBe('same');
          expect(words.map((word) => word.text).join('')).toBe(whole);
          for (const word of words) expect(['same', kind]).toContain(word.kind);
        }
      }),
    );
  });

  it('has the shape that its schema states, and is the same each time', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const diff = diffTexts(from, to);
        expect(textDiffSchema.parse(diff)).toEqual(diff);
        expect(diffTexts(from, to)).toEqual(diff);
      }),
    );
  });

  it('says that equal texts are the same', () => {
    fc.assert(
      fc.property(text, (same) => {
        const { lines, coarse } = diffTexts(same, same);
        expect(lines.filter(({ kind }) => kind !== 'same')).toEqual([]);
        expect(coarse).toBe(false);
      }),
    );
  });

  it.each([
    ['', 'a', ['+a']],
    ['', '', []],
    ['a', 'a\n', [' a', '+']],
    ['a\n', 'a\nb\n', [' a', '+b', ' ']],
    ['a\r\nb', 'a\nb', ['-a\r', '+a', ' b']],
    ['b\nc', 'a\nc', ['-b', '+a', ' c']],
  ])('shows line ends as they are: %j → %j', (from, to, expected) => {
    expect(marked(diffTexts(from, to).lines)).toEqual(expected);
  });

  it('compares the lines that stand for each other word by word, though one came between', () => {
    const { lines } = diffTexts('Speak English to the user.', 'Be brief.\nSpeak Chinese to the user.');
    expect(lines).toEqual([
      { kind: 'removed', text: 'Speak English to the user.', words: words('Speak |-English| to the user.') },
      { kind: 'added', text: 'Be brief.' },
      { kind: 'added', text: 'Speak Chinese to the user.', words: words('Speak |+Chinese| to the user.') },
    ]);
  });

  it('cuts Chinese at words', () => {
    const { lines } = diffTexts('代理的提示词版本管理。', '代理的提示词版本控制。');
    expect(lines.map((each) => each.words)).toEqual([
      words('代理的提示词版本|-管理|。'),
      words('代理的提示词版本|+控制|。'),
    ]);
  });

  it('shows words changed side by side as one change', () => {
    const { lines } = diffTexts('Keep the text short and clear, always.', 'Keep every reply brief and clear, always.');
    expect(lines[0]?.words).toEqual(words('Keep |-the text short| and clear, always.'));
  });

  it('gives no words to lines that have little in common', () => {
    expect(diffTexts('Ask before you merge.', 'Never push to main.').lines.flatMap((each) => each.words ?? [])).toEqual(
      [],
    );
  });
});

describe('the bounds of diffTexts', () => {
  const numbered = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => `${word} ${String(index)}`);
  const letters = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => String.fromCharCode(97 + ((index * index * step) % 23)));
  const pairs: [string, string[], string[], boolean][] = [
    ['texts without a common line', numbered(30_000, 'old'), numbered(30_000, 'new'), true],
    ['a line of 500 KB', ['x'.repeat(500_000)], ['y'.repeat(500_000)], true],
    ['one-character lines', letters(250_000, 1), letters(250_000, 5), true],
    ['lines in reverse', numbered(30_000, 'line'), numbered(30_000, 'line').reverse(), false],
    [
      'a few edits in a large text',
      numbered(30_000, 'line'),
      numbered(30_000, 'line').with(9, 'x').with(999, 'y'),
      false,
    ],
  ];

  it.each(pairs)('keeps both texts, and is coarse only where detail was left out: %s', (_, from, to, coarse) => {
    const diff = diffTexts(from.join('\n'), to.join('\n'));
    expect(both(diff)).toEqual([from.join('\n'), to.join('\n')]);
    expect(diff.coarse).toBe(coarse);
  });

  it('compares line by line as far as the budget goes where every line of a large text changed', () => {
    const from = numbered(20_000, 'the agent asks about ticket');
    const diff = diffTexts(from.join('\n'), from.map((each) => `${each}.`).join('\n'));
    const detailed = diff.lines.filter((each) => each.words !== undefined).length;
    expect(diff.coarse).toBe(true);
    expect(detailed).toBeGreaterThan(200);
    expect(detailed).toBeLessThan(4000);
  });
});

function both({ lines }: TextDiff): [string, string] {
  const join = (without: string) => lines.flatMap((each) => (each.kind === without ? [] : each.text)).join('\n');
  return [join('added'), join('removed')];
}

function marked(lines: readonly DiffLine[]): string[] {
  return lines.map(({ kind, text: content }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${content}`);
}

/** Words written as `same|-removed|+added`. */
function words(written: string): DiffLine['words'] {
  return written.split('|').map((each) => {
    if (each.startsWith('-')) return { kind: 'removed', text: each.slice(1) };
    return each.startsWith('+') ? { kind: 'added', text: each.slice(1) } : { kind: 'same', text: each };
  });
}
