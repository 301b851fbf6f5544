import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wordsOf } from './words.ts';

const bits = [
  'a',
  'word',
  ' ',
  '，',
  '提示词',
  '代理',
  '👨‍👩‍👧',
  '🇨🇭',
  'e\u0301',
  'ก็',
  'नि',
  "can't",
  '1,000.5',
  '\r',
  '\t',
  '\uD800',
  '-',
];
const line = fc.array(fc.constantFrom(...bits), { maxLength: 60 }).map((list) => list.join(''));

describe('wordsOf', () => {
  it('gives words that join to the line', () => {
    fc.assert(
      fc.property(fc.oneof(line, fc.string({ unit: 'grapheme' })), (text) => {
        expect(joined(text)).toBe(text);
      }),
    );
  });

  it('splits no character that is written with several code points', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(line, (text) => {
        const starts = new Set([...graphemes.segment(text)].map(({ index }) => index));
        let at = 0;
        for (const { text: word } of wordsOf(text)) {
          expect(starts).toContain(at);
          at += word.length;
        }
      }),
    );
  });

  it('finds Chinese words', () => {
    expect(wordsOf('我们今天合并').map(({ text }) => text)).toEqual(['我们', '今天', '合并']);
  });

  it('tells words from spaces and marks', () => {
    expect(wordsOf('ask, 2!').filter(({ wordLike }) => wordLike)).toEqual([
      { text: 'ask', wordLike: true },
      { text: '2', wordLike: true },
    ]);
  });

  it('cuts a long line in pieces, without cutting a word where a piece ends', () => {
    const text = 'extraordinary '.repeat(1000);
    expect(new Set(wordsOf(text).map((word) => word.text))).toEqual(new Set(['extraordinary', ' ']));
    expect(joined('提示词版本管理'.repeat(2000))).toBe('提示词版本管理'.repeat(2000));
  });

  it('keeps a word longer than a piece whole', () => {
    expect(wordsOf('x'.repeat(5000))).toHaveLength(1);
    expect(wordsOf(`e${'\u0301'.repeat(5000)}`)).toHaveLength(1);
  });
});

function joined(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join('');
}
