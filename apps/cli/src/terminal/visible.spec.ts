import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visible, visibleInColour } from './visible.ts';

/** What a terminal would not show, or would obey. */
const HIDDEN = [
  ...['\0', '\x07', '\b', '\v', '\f', '\x1b', '\x7f', '\x85', '\x9b', '\xad', '\u061c', '\u034f', '\u115f', '\u180e'],
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202b', '\u202c', '\u202d'],
  ...['\u202e', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\u3164', '\ufe0f', '\ufeff', '\ufff9', '\ud800'],
  ...['\u{e0041}', '\u{e0100}'],
];
const escaped = (hidden: string) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`;

describe('a text for people', () => {
  it.each(HIDDEN.map((each) => [escaped(each), each]))('writes %s out', (name, hidden) => {
    expect(visible(`a${hidden}b`)).toBe(`a${name}b`);
    expect(visibleInColour(`a${hidden}b`)).toBe(`a${name}b`);
  });

  it('writes out what is hidden wherever it stands, leaves the rest, and changes nothing a second time', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HIDDEN),
      fc.constantFrom('a', 'é', '\t', '\n', '\r\n', ' ', '中', '\\u{1}'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        // What follows 中 may be a variant of it.
        const apart = pieces.flatMap((each) => (each === '中' ? [each, 'x'] : [each]));
        const expected = apart.map((each) => (HIDDEN.includes(each) ? escaped(each) : each)).join('');
        expect(visible(apart.join(''))).toBe(expected);
        expect(visible(expected)).toBe(expected);
      }),
    );
  });

  it('leaves a line break alone, and writes out a carriage return that would go back over the line', () => {
    expect(visible('a\r\nb\rc\td\n')).toBe('a\r\nb\\u{d}c\td\n');
  });

  it.each(['👩‍💻', '❤️', '🏳️‍🌈', '1️⃣', '🇩🇪', '👍🏽', '👁️‍🗨️', '☕︎', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '葛󠄀', 'می‌خواهم', 'क्‍ष'])(
    'leaves %s as it is, whose joiners and variants are seen',
    (sign) => {
      expect(visible(`a ${sign} b\u202e`)).toBe(`a ${sign} b\\u{202e}`);
    },
  );

  it('leaves our colours in a text that we coloured, and no other sequence', () => {
    expect(visibleInColour('\x1b[31ma\x1b[39m\x1b[8mb\x1b]0;c\x07')).toBe(
      '\x1b[31ma\x1b[39m\\u{1b}[8mb\\u{1b}]0;c\\u{7}',
    );
    expect(visible('\x1b[31ma')).toBe('\\u{1b}[31ma');
  });
});
