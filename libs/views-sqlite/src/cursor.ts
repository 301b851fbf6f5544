import { InvalidCursor, PAGE_LENGTH, type Page } from '@palimpsest/application';

/**
 * A cursor names the last item that was given by its own key, which never changes, so a page stays right while items are
 * added before it. It is base64url of JSON: `["versions", "17"]`, the list and the key as a decimal number.
 */
export function encodeCursor(list: string, key: bigint | number): string {
  return Buffer.from(JSON.stringify([list, String(key)])).toString('base64url');
}

/** The key to go on after, or null without a cursor. Throws `InvalidCursor` for any text that `encodeCursor` cannot make. */
export function decodeCursor(list: string, cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  const key = /^\["[a-z]+","(\d{1,19})"\]$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (key === undefined || encodeCursor(list, BigInt(key)) !== cursor || BigInt(key) > MAX_KEY) {
    throw new InvalidCursor(`not a cursor of the list of ${list}`);
  }
  return BigInt(key);
}

/** The largest integer of SQLite. */
const MAX_KEY = 2n ** 63n - 1n;

/** What a page is made from: rows in order, one more than `limit` where there are more, and how much of JSON each gives. */
export interface PageParts<T> {
  readonly rows: Iterable<T>;
  readonly limit: number;
  readonly list: string;
  readonly key: (row: T) => bigint | number;
  readonly length: (row: T) => number;
}

/** A page of at most `limit` items and about `PAGE_LENGTH`; the row too many tells that there is more, and is read no further. */
export function pageOf<T>({ rows, limit, list, key, length }: PageParts<T>): Page<T> {
  const items: T[] = [];
  let total = 0;
  for (const row of rows) {
    const last = items.at(-1);
    total += length(row);
    if (last !== undefined && (items.length === limit || total > PAGE_LENGTH))
      return { items, next_cursor: encodeCursor(list, key(last)) };
    items.push(row);
  }
  return { items, next_cursor: null };
}
