import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidCursor, PAGE_LENGTH } from '@palimpsest/application';
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
    const page = (rows: number[], limit: number) =>
      pageOf({ rows, limit, list: 'versions', key: (row) => row, length: () => 0 });
    expect(page([], 2)).toEqual({ items: [], next_cursor: null });
    expect(page([9, 8], 2)).toEqual({ items: [9, 8], next_cursor: null });
    expect(page([9, 8, 7], 2)).toEqual({ items: [9, 8], next_cursor: encodeCursor('versions', 8) });
  });

  it('is bounded in number and in length, with at least one item; all of them together miss and repeat nothing', () => {
    const lengths = fc.array(fc.oneof(fc.nat(PAGE_LENGTH / 4), fc.nat(3 * PAGE_LENGTH)), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 12 }), (rowLengths, limit) => {
        const all = rowLengths.map((length, index) => ({ key: rowLengths.length - index, length }));
        const read: typeof all = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const before = decodeCursor('versions', cursor) ?? BigInt(all.length + 1);
          const rows = all.filter(({ key }) => key < before).slice(0, limit + 1);
          const page = pageOf({ rows, limit, list: 'versions', key: ({ key }) => key, length: ({ length }) => length });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          expect(page.items.length > 0 || rows.length === 0).toBe(true);
          const total = page.items.reduce((sum, { length }) => sum + length, 0);
          expect(page.items.length <= 1 || total <= PAGE_LENGTH).toBe(true);
          read.push(...page.items);
          cursor = page.next_cursor;
        }
        expect(read).toEqual(all);
      }),
    );
  });

  it('reads no further than the row too many', () => {
    let read = 0;
    const rows = (function* () {
      for (;;) yield (read += 1);
    })();
    const { items } = pageOf({ rows, limit: 50, list: 'versions', key: (row) => row, length: () => PAGE_LENGTH / 4 });
    expect([items, read]).toEqual([[1, 2, 3, 4], 5]);
  });
});
