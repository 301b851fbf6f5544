import { beforeEach, expect, test } from '@jest/globals';
import type { ReadAllOptions } from '@palimpsest/application';
import type { StoredEvent } from '@palimpsest/domain';
import { add, collect, ids, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

export function readAllBehaviours(opened: OpenedLog): void {
  let all: StoredEvent[];
  beforeEach(async () => {
    for (const [stream, type] of [
      ['prompts-a', 'Saved'],
      ['usage-a:1', 'Used'],
      ['prompts-b', 'Saved'],
      ['usage-a:2', 'Used'],
      ['prompts-a', 'Restored'],
      ['Prompts-a', 'saved'],
    ] as const)
      await add(opened.log, stream, newEvent({ type }), newEvent({ type }));
    all = await collect(opened.log.readAll());
  });

  const idsWhere = (test: (event: StoredEvent) => boolean): string[] => all.filter(test).map(({ id }) => id);

  test('all events come in the order of their positions, whatever their streams', () => {
    expect(all).toHaveLength(12);
    expect(all.map(({ stream }) => stream).slice(0, 4)).toEqual(['prompts-a', 'prompts-a', 'usage-a:1', 'usage-a:1']);
    for (const [index, { position }] of all.entries())
      if (index > 0) expect(position > (all[index - 1] as StoredEvent).position).toBe(true);
  });

  test('the start position is exclusive', async () => {
    for (const [index, { position }] of all.entries())
      expect(await collect(opened.log.readAll({ after: position }))).toEqual(all.slice(index + 1));
    expect(await collect(opened.log.readAll({ after: null }))).toEqual(all);
    expect(await collect(opened.log.readAll({ after: 2n ** 70n }))).toEqual([]);
  });

  test.each<[string, ReadAllOptions, (event: StoredEvent) => boolean]>([
    ['a prefix', { prefixes: ['prompts-'] }, ({ stream }) => stream.startsWith('prompts-')],
    ['a whole name', { prefixes: ['prompts-a'] }, ({ stream }) => stream === 'prompts-a'],
    ['two prefixes', { prefixes: ['prompts-b', 'usage-'] }, ({ stream }) => /^(prompts-b|usage-)/.test(stream)],
    ['prefixes within each other', { prefixes: ['prompts-', 'prompts-a'] }, ({ stream }) => /^prompts-/.test(stream)],
    ['the empty prefix', { prefixes: [''] }, () => true],
    ['no prefix at all', { prefixes: [] }, () => false],
    ['a prefix that nothing has', { prefixes: ['prompts-c'] }, () => false],
    ['a prefix with the signs of patterns', { prefixes: ['prompts_', '%', 'prompts?'] }, () => false],
    ['a type', { types: ['Saved'] }, ({ type }) => type === 'Saved'],
    ['two types', { types: ['Used', 'Restored'] }, ({ type }) => type === 'Used' || type === 'Restored'],
    ['no type at all', { types: [] }, () => false],
    [
      'prefix and type',
      { prefixes: ['prompts-a'], types: ['Restored', 'Used'] },
      ({ stream, type }) => stream === 'prompts-a' && type === 'Restored',
    ],
  ])('a filter by %s lets through just those events', async (_what, filter, matching) => {
    expect(await ids(opened.log.readAll(filter))).toEqual(idsWhere(matching));
    const after = (all[4] as StoredEvent).position;
    expect(await ids(opened.log.readAll({ ...filter, after }))).toEqual(
      idsWhere((event) => event.position > after && matching(event)),
    );
  });

  test.each([0, 1, 2, 11, 12, 13, 1000])('count %i gives at most so many', async (count) => {
    expect(await collect(opened.log.readAll({ count }))).toEqual(all.slice(0, count));
  });

  test('a count counts the events that match', async () => {
    expect(await ids(opened.log.readAll({ types: ['Used'], count: 3 }))).toEqual(
      idsWhere(({ type }) => type === 'Used').slice(0, 3),
    );
  });

  test('a refused batch leaves nothing readable in the log', async () => {
    await expect(opened.log.append('prompts-a', newEvents(3), 'no_stream')).rejects.toThrow();
    expect(await collect(opened.log.readAll())).toEqual(all);
  });
}
