import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../steps.ts';
import { withLineEndsOf } from './line-ends.ts';

const written = (text: string, place: string, replace: string) => finish(withLineEndsOf(text, place, replace));

describe('withLineEndsOf', () => {
  it('S14 writes every line end as the text has its own, and changes nothing else, wherever the steps of the work end', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const line = fc.constantFrom('', 'a', 'b'.repeat(32_766), 'c'.repeat(32_767));
    fc.assert(
      fc.property(end, end, fc.array(line, { maxLength: 4 }), (own, given, lines) => {
        expect(written(`x${own}y`, 'y', lines.join(given))).toBe(lines.join(own));
      }),
    );
  });

  it.each([
    ['as the first of the place, where a text mixes them', 'a\nb\r\nc\nd', 'b\r\nc\nd', '1\r2\n3', '1\r\n2\r\n3'],
    ['as the first of the text, where the place has none', 'a\r\nb\nc', 'c', '1\n2', '1\r\n2'],
    ['as LF, where the text has one line', 'abc', 'b', '1\r\n2\r3', '1\n2\n3'],
  ])('S14 writes them %s', (_, text, place, replace, expected) => {
    expect(written(text, place, replace)).toBe(expected);
  });
});
