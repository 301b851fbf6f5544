import { describe, expect, test } from '@jest/globals';
import { ProblemError } from '@palimpsest/application';
import { Refusal } from '@palimpsest/domain';
import fc from 'fast-check';
import { bodyLimit, countsOf, isJson, parseJson } from './json-body.ts';

const refused = (body: Buffer): string => {
  try {
    parseJson(body);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
  return 'accepted';
};

describe('S16 JSON first', () => {
  test.each([
    ['an empty body', Buffer.alloc(0)],
    ['no JSON', Buffer.from('{"a":')],
    ['a byte that is no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a UTF-8 surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an overlong sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['text after the value', Buffer.from('{} {}')],
  ])('%s is malformed_json', (_, body) => {
    expect(refused(body)).toBe('malformed_json');
  });

  test('the refusal does not quote the body', () => {
    expect(() => parseJson(Buffer.from('a secret'))).toThrow(/^(?!.*secret)/);
  });

  test('a key given twice counts as its last', () => {
    expect(parseJson(Buffer.from('{"a":1,"a":2}'))).toEqual({ a: 2 });
  });

  test('an own __proto__ stays, and changes no prototype', () => {
    const value = parseJson(Buffer.from('{"__proto__":{"a":1}}')) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('deep nesting is parsed without a crash', () => {
    const depth = 50_000;
    expect(Array.isArray(parseJson(Buffer.from('['.repeat(depth) + ']'.repeat(depth))))).toBe(true);
  });

  test.each([
    ['[', ']'],
    ['{"a":', '0}'],
  ])('nesting that is deeper than any request needs is refused before anything is parsed: %s', (opening, closing) => {
    for (const depth of [50_001, 2_000_000])
      expect(() => parseJson(Buffer.from(opening.repeat(depth) + closing.repeat(depth)))).toThrow(Refusal);
    const many = Array.from({ length: 4_000 }, () => opening.repeat(16) + '0' + closing.replace('0', '').repeat(16));
    expect(() => parseJson(Buffer.from(`[${many.join()}]`))).toThrow(Refusal);
  });

  test('an escaped unpaired surrogate is JSON: the rules of the text refuse it', () => {
    expect(parseJson(Buffer.from('"\\ud800"'))).toBe('\ud800');
  });
});

test.each([
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  ['application/json; charset="utf-8"', true],
  ['application/json; charset=latin1', false],
  ['application/merge-patch+json', false],
  ['text/plain', false],
])('%s is a body that is read: %s', (type, expected) => {
  expect(isJson({ 'content-type': type })).toBe(expected);
});

test('S9 a body may hold the size limit with every character escaped', () => {
  for (const limit of [1, 262_144, 400_000]) {
    const override = { text: '\\u0041'.repeat(limit), base: `sha256:${'0'.repeat(64)}` };
    const body = JSON.stringify({ base_revision: 1, configuration: { overrides: { 'runtime/work': override } } });
    expect(body.replaceAll('\\\\', '\\').length).toBeLessThan(bodyLimit(limit));
  }
});

test('S16 a packed body is refused as not JSON, whatever its type says', () => {
  const type = { 'content-type': 'application/json' };
  expect(isJson({ ...type, 'content-encoding': 'gzip' })).toBe(false);
  expect(isJson({ ...type, 'content-encoding': 'identity' })).toBe(true);
});

describe('the number of values in a body', () => {
  const within = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : null);
  const commas = (value: unknown): number => {
    const inside = within(value) ?? [];
    return inside.reduce<number>((sum, each) => sum + commas(each), Math.max(0, inside.length - 1));
  };
  const opened = (value: unknown): number =>
    (within(value) ?? []).reduce<number>((sum, each) => sum + opened(each), within(value) === null ? 0 : 1);

  test('is counted as parsing would find it, whatever stands in texts', () => {
    const hostile = fc.string({ unit: fc.constantFrom('"', ',', '\\', '{', '[', ':', 'é', '😀') });
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(hostile, fc.array(hostile)));
    fc.assert(
      fc.property(value, (given) => {
        const parsed: unknown = JSON.parse(JSON.stringify(given));
        expect(countsOf(Buffer.from(JSON.stringify(given)))).toEqual({
          commas: commas(parsed),
          opened: opened(parsed),
        });
      }),
    );
  });

  test.each(['[0', '{"a":0'])('is refused above 50,000 before anything is parsed: %s…', (first) => {
    const body = (more: number) =>
      Buffer.from(first + (first === '[0' ? ',0' : ',"a":0').repeat(more) + (first === '[0' ? ']' : '}'));
    expect(() => parseJson(body(50_000))).not.toThrow();
    expect(() => parseJson(body(50_001))).toThrow(Refusal);
  });

  test('says nothing of a long text', () => {
    expect(parseJson(Buffer.from(JSON.stringify(',"\\'.repeat(60_000))))).toBe(',"\\'.repeat(60_000));
  });
});
