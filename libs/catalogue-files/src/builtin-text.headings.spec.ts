import { describe, it, expect } from '@jest/globals';
import {
  headingsOf,
  promptOf,
  read,
  readerNames,
  readersOf,
  rowsOf,
  texts,
  textOf,
  type Reader,
} from '../test/builtin-text.ts';

/** What stands in quotation marks refers to a heading. */
const referencesIn = (text: string): string[] => [...text.matchAll(/"([^"\n]+)"/g)].map(([, name]) => name ?? '');

describe('headings and references of the built-in text', () => {
  it.each([...texts.keys()])('%s begins with a heading of its own', (key) => {
    expect(textOf(key)).toMatch(/^## \S/);
  });

  it.each([...texts.keys()])('what %s refers to exists for everyone who reads it', (key) => {
    // A skill may be loaded by both roles, but what it says about delivering concerns Executors.
    const readers: readonly Reader[] = key.startsWith('skill/') ? ['Executor'] : readersOf(key);
    for (const reader of readers) {
      const headings = headingsOf(promptOf(reader));
      expect(referencesIn(textOf(key)).filter((name) => !headings.includes(name))).toEqual([]);
    }
  });

  it.each(readerNames)('the prompt for the %s has each heading once', (reader) => {
    const headings = headingsOf(promptOf(reader));
    expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([]);
  });

  it('refers to each team section from a part, by its heading', () => {
    const parts = [...texts].filter(([key]) => key.startsWith('runtime/')).flatMap(([, text]) => referencesIn(text));
    expect(parts).toEqual(expect.arrayContaining(['Communication', 'Ticket scope', 'Delivery requirements']));
  });
});

describe('docs/principles.md', () => {
  const rows = rowsOf(read('docs/principles.md'));

  it('gives each principle a part and a heading that exist', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const [principle, key, heading] of rows) {
      const text = textOf((key ?? '').replaceAll('`', ''));
      expect({ principle, headings: headingsOf(text) }).toEqual({
        principle,
        headings: expect.arrayContaining([heading]),
      });
    }
  });

  it('leaves no entry without a principle', () => {
    const named = new Set(rows.map(([, key]) => (key ?? '').replaceAll('`', '')));
    expect([...texts.keys()].filter((key) => !named.has(key))).toEqual([]);
  });
});
