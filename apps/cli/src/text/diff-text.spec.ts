import { describe, expect, it } from '@jest/globals';
import { diffTexts } from '@palimpsest/domain';
import { diffText } from './diff-text.ts';
import { table } from './table.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${String(index + 1)}`);

describe('a difference without colours', () => {
  it('marks lines by + and -, with three unchanged ones around and the rest counted', () => {
    const before = lines(10);
    const after = before.map((line) => (line === 'line 5' ? 'line five' : line));
    expect(diffText(diffTexts(before.join('\n'), after.join('\n'))).split('\n')).toEqual([
      '@@ 1 unchanged line @@',
      '  line 2',
      '  line 3',
      '  line 4',
      '- line 5',
      '+ line five',
      '  line 6',
      '  line 7',
      '  line 8',
      '@@ 2 unchanged lines @@',
    ]);
  });

  it('shows a carriage return instead of sending it to the terminal, and says where it is coarse', () => {
    expect(diffText({ coarse: true, lines: [{ kind: 'added', text: 'a\r' }] })).toBe(
      '(coarse: finding every detail would take too long)\n+ a␍',
    );
  });
});

describe('a table', () => {
  it('aligns its columns, counts wide characters as two, and has no trailing spaces', () => {
    expect(
      table(
        ['key', 'text'],
        [
          ['中文', 'a'],
          ['abcdef', ''],
        ],
      ),
    ).toBe('key     text\n中文    a\nabcdef');
  });
});
