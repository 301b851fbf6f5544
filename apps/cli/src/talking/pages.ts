import type { Page } from '@palimpsest/application';
import { get, type Query } from './api.ts';
import { Progress } from '../terminal/progress.ts';

const MOST = 200;

/** A list, page after page: all of it, or the first `limit` items with the cursor to go on from. */
export async function list<T>(path: string, query: Query, limit = Infinity): Promise<Page<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  const progress = new Progress();
  for (;;) {
    const { body } = await get<Page<T>>(path, { ...query, limit: Math.min(MOST, limit - items.length), cursor });
    for (const item of body.items) items.push(item);
    if (body.next_cursor === null || items.length >= limit) {
      progress.clear();
      return { items, next_cursor: body.next_cursor };
    }
    cursor = body.next_cursor;
    progress.show(`${String(items.length)} read …`);
  }
}
