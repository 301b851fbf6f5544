import { beforeEach, describe, expect, test } from '@jest/globals';
import { EVENT_LIMIT_BYTES } from '@palimpsest/application';
import type { ExpectedRevision, ReadAllOptions, ReadOptions } from '@palimpsest/application';
import type { JsonObject, NewEvent } from '@palimpsest/domain';
import { add, collect, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { refusal } from './refusal.ts';

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

/** Data whose JSON has exactly so many bytes in UTF-8, most of them in characters of three. */
function dataOf(bytes: number): JsonObject {
  const room = bytes - '{"t":""}'.length;
  return { t: '字'.repeat(Math.floor(room / 3)) + 'x'.repeat(room % 3) };
}

/** All tests share one log. */
export function argumentBehaviours(opened: OpenedLog): void {
  let end: bigint | null;
  beforeEach(async () => {
    end = await opened.log.end();
  });

  test.each([[-1n], [-1], [0], [Number.NaN], [1.5], ['any'], ['0'], [null], [undefined], [{}]])(
    'the expected revision %p is refused',
    async (expected) => {
      await refusal(opened.log.append('s', newEvents(1), expected as ExpectedRevision), 'invalid_argument');
      await refusal(opened.log.append('s', [], expected as ExpectedRevision), 'invalid_argument');
      expect(await opened.log.end()).toBe(end);
    },
  );

  test.each([[''], ['\0'], ['a\0b'], ['\ud800'], ['x'.repeat(501)], [7], [null]])(
    'the stream name %j is refused',
    async (stream) => {
      await refusal(opened.log.append(stream as string, newEvents(1), 'no_stream'), 'invalid_argument');
      await refusal(collect(opened.log.read(stream as string)), 'invalid_argument');
      expect(await opened.log.end()).toBe(end);
    },
  );

  test.each<[string, unknown]>([
    ['an empty id', { id: '' }],
    ['an id of 101 characters', { id: 'x'.repeat(101) }],
    ['an id with NUL', { id: 'a\0' }],
    ['a number as id', { id: 1 }],
    ['an empty type', { type: '' }],
    ['a type with an unpaired surrogate', { type: '\udc00' }],
    ['schema 0', { schema: 0 }],
    ['schema 1.5', { schema: 1.5 }],
    ['schema as text', { schema: '1' }],
    ['data that is an array', { data: [] }],
    ['data that is a text', { data: 'text' }],
    ['data that is null', { data: null }],
    ['data that is missing', { data: undefined }],
    ['data with a bigint', { data: { n: 1n } }],
    ['data with a cycle', { data: cycle }],
  ])('an event with %s is refused, and its batch with it', async (_what, named) => {
    const bad = { ...newEvent(), ...(named as Partial<NewEvent>) };
    await refusal(opened.log.append('s', [newEvent(), bad], 'no_stream'), 'invalid_argument');
    expect(await opened.log.end()).toBe(end);
  });

  test('ids of 1 and of 100 characters are taken', async () => {
    await add(opened.log, 'ids', newEvent({ id: 'x' }), newEvent({ id: '字'.repeat(100) }));
  });

  describe(`an event's data may have ${String(EVENT_LIMIT_BYTES)} bytes`, () => {
    test('exactly the limit is taken, and comes back whole', async () => {
      const data = dataOf(EVENT_LIMIT_BYTES);
      await opened.log.append('large', [newEvent({ data })], 'no_stream');
      expect((await collect(opened.log.read('large')))[0]?.data).toEqual(data);
    });

    test('one byte more is refused before anything is written, and so is its batch', async () => {
      const large = newEvent({ data: dataOf(EVENT_LIMIT_BYTES + 1) });
      await refusal(opened.log.append('s', [newEvent(), large], 'no_stream'), 'event_too_large');
      expect(await opened.log.end()).toBe(end);
    });
  });

  test.each<[string, unknown]>([
    ['a negative revision', { from: -1n }],
    ['a number as revision', { from: 0 }],
    ['a negative count', { count: -1 }],
    ['a count of 1.5', { count: 1.5 }],
    ['a count that is no number', { count: Number.NaN }],
    ['an unknown direction', { direction: 'sideways' }],
  ])('reading a stream with %s is refused', async (_what, options) => {
    await refusal(collect(opened.log.read('s', options as ReadOptions)), 'invalid_argument');
  });

  test.each<[string, unknown]>([
    ['a negative position', { after: -1n }],
    ['a number as position', { after: 0 }],
    ['a negative count', { count: -1 }],
    ['prefixes that are no array', { prefixes: 'a' }],
    ['types that are no texts', { types: [1] }],
  ])('reading the log with %s is refused', async (_what, options) => {
    await refusal(collect(opened.log.readAll(options as ReadAllOptions)), 'invalid_argument');
  });
}
