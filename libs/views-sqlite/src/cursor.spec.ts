import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidCursor } from '@palimpsest/application';
import { decodeCursor, encodeCursor, pageOf } from './cursor.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('gives its key back, up to the largest position', () => {
    const keys = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(fc.property(keys, (key) => decodeCursor('sessions', encodeCursor('sessions', key)) === key));
  });

  it('stands at the beginning where there is none', () => {
    expect(decodeCursor('versions', undefined)).toBeNull();
  });

  it.each([
    '',
    'x',
    '17',
    encoded('17'),
    encoded('["versions","-1"]'),
    encoded('["versions","017"]'),
    encoded('["versions", "17"]'),
    encoded('["versions",17]'),
    encoded('["sessions","17"]'),
    encoded('["versions","9223372036854775808"]'),
    `${encoded('["versions","17"]')}=`,
    ` ${encoded('["versions","17"]')}`,
  ])('refuses %p', (cursor) => {
    expect(() => decodeCursor('versions', cursor)).toThrow(InvalidCursor);
  });

  it('refuses whatever it did not make', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor('versions', text)).toThrow(InvalidCursor);
      }),
    );
  });
});

describe('a page', () => {
  it('names a cursor only where more rows are there', () => {
    const page = (rows: number[], limit: number) => pageOf(rows, limit, 'versions', (row) => row);
    expect(page([], 2)).toEqual({ items: [], next_cursor: null });
    expect(page([9, 8], 2)).toEqual({ items: [9, 8], next_cursor: null });
    expect(page([9, 8, 7], 2)).toEqual({ items: [9, 8], next_cursor: encodeCursor('versions', 8) });
  });
});
