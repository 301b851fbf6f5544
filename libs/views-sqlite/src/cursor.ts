import { InvalidCursor, type Page } from '@palimpsest/application';

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

/** A page of at most `limit` items from `limit + 1` rows: the one too many tells that there is more. */
export function pageOf<T>(rows: readonly T[], limit: number, list: string, key: (row: T) => bigint | number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? encodeCursor(list, key(last)) : null };
}
