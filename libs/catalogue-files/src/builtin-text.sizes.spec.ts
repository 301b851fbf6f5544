import { describe, it, expect } from '@jest/globals';
import { promptOf, read, readerNames, rowsOf, texts, wordsOf } from '../test/builtin-text.ts';

const row = (name: string, text: string): string[] => {
  const bytes = Buffer.byteLength(text);
  return [name, wordsOf(text), bytes, Math.ceil(bytes / 4)].map(String);
};

describe('the size of the built-in text', () => {
  it.each([...texts])('%s has at most 700 words', (_key, text) => {
    expect(wordsOf(text)).toBeLessThanOrEqual(700);
  });

  it.each(readerNames)('the default prompt for the %s has at most 3,500 words', (reader) => {
    expect(wordsOf(promptOf(reader))).toBeLessThanOrEqual(3500);
  });

  it('is what docs/builtin-text.md says', () => {
    expect(rowsOf(read('docs/builtin-text.md'))).toEqual([
      ...[...texts].map(([key, text]) => row(`\`${key}\``, text)),
      ...readerNames.map((reader) => row(reader, promptOf(reader))),
    ]);
  });
});
