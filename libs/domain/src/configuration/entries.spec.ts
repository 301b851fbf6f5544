import { describe, expect, it } from '@jest/globals';
import { bases } from '../../test/saving.ts';
import { configurationOf, entriesOf, sameEntry, type Entry } from './entries.ts';
import { isPlace, keyOf, placeOf } from '../entry-keys.ts';

const text = (of: string): Entry => ({ text: of, base: bases.shared });
const skill = (body: string): Entry => ({ description: 'd', body });

describe('entry keys', () => {
  it.each([
    ['overrides', 'runtime/work', 'runtime/work'],
    ['overrides', 'skill/github', 'skill/github'],
    ['overrides', 'teams/x', 'teams/x'],
    ['sections', 'communication', 'team/communication'],
    ['sections', 'skill', 'team/skill'],
    ['skills', 'identities', 'team/skill/identities'],
    ['skills', '', 'team/skill/'],
  ] as const)('in %s, %s is %s, and back', (map, name, key) => {
    expect(keyOf(map, name)).toBe(key);
    expect(placeOf(key)).toEqual({ map, name });
    expect(isPlace(map, name)).toBe(true);
  });

  it.each([
    ['overrides', 'team/communication'],
    ['overrides', 'team/skill/a'],
    ['sections', 'skill/a'],
    ['overrides', '__proto__'],
    ['skills', '__proto__'],
  ] as const)('in %s, %s is none', (map, name) => {
    expect(isPlace(map, name)).toBe(false);
  });
});

describe('a configuration', () => {
  it('is its entries, names in order, and back', () => {
    const entries = new Map([
      ['team/skill/constructor', skill('c')],
      ['runtime/work', text('w')],
      ['team/skill/a', skill('a')],
      ['team/delivery', text('d')],
      ['runtime/shared', text('s')],
    ]);
    const configuration = configurationOf(entries);
    expect(JSON.parse(JSON.stringify(configuration))).toEqual({
      sections: { delivery: text('d') },
      skills: { a: skill('a'), constructor: skill('c') },
      overrides: { 'runtime/shared': text('s'), 'runtime/work': text('w') },
    });
    expect(Object.keys(configuration.overrides)).toEqual(['runtime/shared', 'runtime/work']);
    expect(entriesOf(configuration)).toEqual(entries);
  });

  it('without entries has all three maps, and may be read without any', () => {
    expect(JSON.stringify(configurationOf(new Map()))).toBe('{"sections":{},"skills":{},"overrides":{}}');
    expect(entriesOf({})).toEqual(new Map());
  });
});

describe('two entries', () => {
  it('are the same where every field is', () => {
    expect(sameEntry(text('a'), text('a'))).toBe(true);
    expect(sameEntry(skill('a'), skill('a'))).toBe(true);
    expect(sameEntry(undefined, undefined)).toBe(true);
  });

  it.each<[string, Entry | undefined, Entry | undefined]>([
    ['text', text('a'), text('b')],
    ['base', text('a'), { text: 'a', base: bases.worker }],
    ['body', skill('a'), skill('b')],
    ['description', skill('a'), { description: 'e', body: 'a' }],
    ['kind', text('a'), skill('a')],
    ['presence', text('a'), undefined],
    ['presence, the other way', undefined, skill('a')],
  ])('differ in %s', (_, one, other) => {
    expect(sameEntry(one, other)).toBe(false);
    expect(sameEntry(other, one)).toBe(false);
  });
});
