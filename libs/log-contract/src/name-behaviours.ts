import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, collect, newEvent } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';

const names = [
  ['__proto__'],
  ['constructor'],
  ['$all'],
  ['$ce-prompts'],
  ['a/b/c'],
  ['/'],
  ['..'],
  ['%2e%2e'],
  ['-'],
  ['a-b--c'],
  ['a:b'],
  [' '],
  [' padded '],
  ['tab\tline\nfeed'],
  ['quote\'"`; DROP TABLE events; --'],
  ['%_%'],
  ['*?[a]'],
  ['null'],
  ['0'],
  ['👩‍👩‍👧‍👦 🏳️‍🌈'],
  ['日本語'],
  ['\u202eright to left'],
  ['x'.repeat(500)],
  ['🜁'.repeat(250)],
];

/** All tests share one log. */
export function nameBehaviours(opened: OpenedLog): void {
  test.each(names)('the name %j comes back exactly, as stream and as type', async (name) => {
    const after = await add(opened.log, 'before', newEvent());
    await opened.log.append(name, [newEvent({ type: name.slice(0, 100) })], 'no_stream');
    expect(await opened.log.head(name)).toBe(0n);
    const [event] = await collect(opened.log.read(name));
    expect(event).toMatchObject({ stream: name, type: name.slice(0, 100) });
    expect(await collect(opened.log.readAll({ after, prefixes: [name] }))).toEqual([event]);
    expect(await collect(opened.log.readAll({ after, types: [name.slice(0, 100)] }))).toEqual([event]);
  });

  test('names that differ in case, in Unicode form or at the end are different streams', async () => {
    const alike = ['cafe\u0301', 'café', 'CAFÉ', 'cafe', 'cafe ', 'cafe-', 'ﬁ', 'fi', 'ß', 'ss', 'İ', 'i'];
    for (const stream of alike) await opened.log.append(stream, [newEvent({ data: { stream } })], 'no_stream');
    for (const stream of alike)
      expect((await collect(opened.log.read(stream))).map(({ data }) => data['stream'])).toEqual([stream]);
  });

  test('data comes back exactly: odd keys, order of keys, control characters, unpaired surrogates, deep nesting', async () => {
    const deep = `${'{"d":['.repeat(500)}1${']}'.repeat(500)}`;
    const texts = [
      '{"__proto__":{"admin":true},"constructor":1,"toString":null,"":0}',
      '{"z":1,"a":2,"m":{"z":1,"a":2}}',
      '{"text":"\\u0000\\u001f\\u007f\\u2028\\ud800 é e\u0301 👩‍👧"}',
      '{"numbers":[0,1e21,1e-7,0.1,9007199254740991,-1.5,5e-324,1.7976931348623157e+308]}',
      `{"deep":${deep}}`,
      '{}',
    ];
    await add(
      opened.log,
      'data',
      ...texts.map((text) => newEvent({ data: JSON.parse(text) as Record<string, unknown> })),
    );
    const read = (await collect(opened.log.read('data'))).map(({ data }) => JSON.stringify(data));
    expect(read).toEqual(texts.map((text) => JSON.stringify(JSON.parse(text))));
  });

  test('any names and any data come back exactly', async () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }).filter((text) => !text.includes('\0'));
    const data = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    // Those of the tests before.
    const seen = new Set<string>();
    for await (const { stream } of opened.log.readAll()) seen.add(stream);
    await fc.assert(
      fc.asyncProperty(name, name, fc.integer({ min: 1, max: 2 ** 40 }), data, async (stream, type, schema, value) => {
        fc.pre(!seen.has(stream));
        seen.add(stream);
        const event = newEvent({ type, schema, data: value });
        await opened.log.append(stream, [event], 'no_stream');
        const [read] = await collect(opened.log.read(stream));
        expect(read).toMatchObject({ id: event.id, stream, type, schema });
        expect(JSON.stringify(read?.data)).toBe(JSON.stringify(value));
      }),
      { numRuns: 50 },
    );
  });
}
