import { describe, expect, it } from '@jest/globals';
import { ArrayLog } from '../../test/array-log.ts';
import { PAGE_LENGTH } from '../ports/views.ts';
import { ListEvents, ListEventsHandler } from './list-events.ts';

/** The raw log of events of these lengths, some of another team, read page by page. */
async function pagesOf(lengths: readonly number[], limit: number) {
  const log = new ArrayLog();
  for (const [index, length] of lengths.entries()) {
    const event = { id: `e${String(index)}`, type: 'Told', schema: 1, data: { text: 'x'.repeat(length) } };
    log.put('prompts-default', event);
    log.put('prompts-default2', { ...event, id: `other ${String(index)}` });
  }
  const handler = new ListEventsHandler(log, { team: 'default', limit: 10_000, allowDowngrade: false });
  const pages: string[][] = [];
  let after: bigint | null = null;
  for (;;) {
    const { items, next_cursor } = await handler.execute(new ListEvents({ after, limit }));
    pages.push(items.map(({ id }) => id));
    if (next_cursor === null) return pages;
    after = BigInt(next_cursor);
  }
}
const ids = (...numbers: number[]) => numbers.map((number) => `e${String(number)}`);

describe('A2 a page of the raw log', () => {
  it('holds at most `limit` events, of this team alone', async () => {
    expect(await pagesOf([1, 1, 1, 1, 1], 2)).toEqual([ids(0, 1), ids(2, 3), ids(4)]);
    expect(await pagesOf([1, 1], 2)).toEqual([ids(0, 1)]);
    expect(await pagesOf([], 2)).toEqual([[]]);
  });

  it('ends earlier where it grows long, with at least one event', async () => {
    const [most, third] = [PAGE_LENGTH - 100, PAGE_LENGTH / 3];
    expect(await pagesOf([most, most, most], 200)).toEqual([ids(0), ids(1), ids(2)]);
    expect(await pagesOf([third, third, third, third, third], 200)).toEqual([ids(0, 1), ids(2, 3), ids(4)]);
    expect(await pagesOf([1, most, 1, 1], 200)).toEqual([ids(0, 1, 2, 3)]);
  });
});
