import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonical } from './canonical.ts';
import { mergeLines } from './merge-lines.ts';
import { conflictingWhole, mergeTexts, type TextMerge } from './merge-texts.ts';
import { hunkSchema } from './hunk.ts';

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', '<<<<<<<', '=======', '__proto__', 'a\r');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('mergeTexts', () => {
  it('takes what one side changed, and what both changed alike', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const taken = { text: changed, hunks: [] };
        expect(mergeTexts(base, base, changed)).toEqual(taken);
        expect(mergeTexts(base, changed, base)).toEqual(taken);
        expect(mergeTexts(base, changed, changed)).toEqual(taken);
      }),
    );
  });

  it('S11 gives the same in canonical form when the sides are exchanged: where they differ in line ends only, current’s are taken', () => {
    fc.assert(
      fc.property(text, text, text, (base, current, draft) => {
        const swapped = mergeTexts(base, draft, current);
        const hunks = swapped.hunks.map((hunk) => ({ base: hunk.base, current: hunk.draft, draft: hunk.current }));
        const merged = mergeTexts(base, current, draft);
        expect(merged.hunks).toEqual(hunks);
        expect(merged.text && canonical(merged.text)).toBe(swapped.text && canonical(swapped.text));
      }),
    );
  });

  it('gives a text or hunks, and never a line that no text has', () => {
    fc.assert(
      fc.property(text, text, text, (base, current, draft) => {
        const merge = mergeTexts(base, current, draft);
        expect(merge.text === null).toBe(merge.hunks.length > 0);
        for (const hunk of merge.hunks) expect(hunkSchema.parse(hunk)).toEqual(hunk);
        const known = new Set([base, current, draft].flatMap((each) => each.split(/\r?\n/)));
        for (const each of merge.text?.split(/\r?\n/) ?? []) expect(known).toContain(each);
      }),
    );
  });

  it.each<[string, string, string, string, string | null]>([
    ['edits apart', '1\n2\n3', 'A\n2\n3', '1\n2\nB', 'A\n2\nB'],
    ['the same edit beside another', '1\n2\n3\n4', 'A\n2\n3\n4', 'A\n2\n3\nB', 'A\n2\n3\nB'],
    ['both ends', '1\n2', '0\n1\n2', '1\n2\n3', '0\n1\n2\n3'],
    ['a deletion and an edit apart', '1\n2\n3\n4', '2\n3\n4', '1\n2\n3\nB', '2\n3\nB'],
    ['one line to two texts', '1\n2\n3', '1\nA\n3', '1\nB\n3', null],
    ['touching edits', '1\n2', 'A\n2', '1\nB', null],
    ['a last line break', '1\n2\n', '1\n2', '0\n2\n', '0\n2'],
    ['two beginnings', '', 'A', 'B', null],
  ])('merges %s', (_, base, current, draft, merged) => {
    expect(mergeTexts(base, current, draft).text).toBe(merged);
  });

  it('says what each side has where they conflict', () => {
    const { hunks } = mergeTexts('1\n2\n3', '1\nA\n3', '1\n3');
    expect(hunks).toEqual([{ base: ['2'], current: ['A'], draft: [] }]);
  });
});

describe('merging line ends', () => {
  const crlf = (lf: string) => lf.replaceAll('\n', '\r\n');

  it.each<[string, string, string, string, string]>([
    ['one side turned LF into CRLF', '1\n2\n3', crlf('1\n2\n3'), 'A\n2\n3', crlf('A\n2\n3')],
    ['one side turned CRLF into LF', crlf('1\n2\n3'), '1\n2\n3', crlf('A\n2\n3'), 'A\n2\n3'],
    ['both sides turned LF into CRLF', '1\n2\n3', crlf('1\n2\nB'), crlf('A\n2\n3'), crlf('A\n2\nB')],
    ['CRLF everywhere', crlf('1\n2\n3'), crlf('1\n2\nB'), crlf('A\n2\n3'), crlf('A\n2\nB')],
    ['mixed line ends stay as they are', '1\r\n2\n3', '1\r\n2\nB', 'A\r\n2\n3', 'A\r\n2\nB'],
  ])('%s', (_, base, current, draft, merged) => {
    expect(mergeTexts(base, current, draft)).toEqual({ text: merged, hunks: [] });
  });
});

describe('texts that are equal in canonical form', () => {
  /** One text in another exact form. */
  const formOf = (lf: string) =>
    fc
      .tuple(fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\uFEFF'), fc.nat(2))
      .map(([eol, mark, ends]) => mark + canonical(lf).replaceAll('\n', eol) + eol.repeat(ends));
  const forms = (count: 2 | 3) =>
    text.chain((lf) => fc.tuple(...Array.from({ length: count }, () => formOf(lf.replaceAll('\r', '')))));

  it('S11 are the same: current is taken where both sides made the same of it, whatever it was', () => {
    fc.assert(
      fc.property(text, forms(2), (base, [current = '', draft = '']) => {
        const taken = base === current ? draft : current;
        expect(mergeTexts(base, current, draft)).toEqual({ text: taken, hunks: [] });
      }),
    );
  });

  it('S11 are no change: what the other side made of it is taken', () => {
    fc.assert(
      fc.property(forms(2), text, ([base = '', same = ''], changed) => {
        for (const sides of [
          [same, changed],
          [changed, same],
        ] as const)
          expect(canonical(mergeTexts(base, ...sides).text ?? '(a conflict)')).toBe(canonical(changed));
      }),
    );
  });
});

describe('the line ends at the end of a text', () => {
  it.each<[string, string, string, string, string]>([
    ['one side added one, the other changed the last line', '1\n2', '1\n2\n', '1\nB', '1\nB\n'],
    ['one side dropped it, the other changed the last line', '1\n2\n', '1\n2', '1\nB\n', '1\nB'],
    ['one side added one and changed a line, the other the last', '1\n2\n3', 'A\n2\n3\n', '1\n2\nB', 'A\n2\nB\n'],
    ['both added some, and changed lines apart', '1\n2\n3', 'A\n2\n3\n', '1\n2\nB\n\n', 'A\n2\nB\n'],
    ['one side added CRLF', '1\r\n2', '1\r\n2\r\n', '1\r\nB', '1\r\nB\r\n'],
  ])('S11 conflict with nothing: %s', (_, base, current, draft, merged) => {
    expect(mergeTexts(base, current, draft)).toEqual({ text: merged, hunks: [] });
  });
});

describe('mergeLines', () => {
  // Different lines only: of a line that stands twice, each side may delete another one.
  const base = Array.from({ length: 8 }, (_, index) => `line ${String(index)}`);
  const side = (mark: string) =>
    fc
      .array(fc.constantFrom('keep', 'keep', 'keep', 'change', 'delete', 'insert', 'insert alike'), {
        minLength: 8,
        maxLength: 8,
      })
      .map((edits) =>
        base.flatMap((each, index) => {
          if (edits[index] === 'delete') return [];
          if (edits[index] === 'change') return [`${mark} for ${each}`];
          if (edits[index] === 'insert') return [`${mark} before ${each}`, each];
          return edits[index] === 'insert alike' ? [`new before ${each}`, each] : [each];
        }),
      );

  it('loses no line that a side added, nor one that both kept; and takes each once', () => {
    fc.assert(
      fc.property(side('ours'), side('theirs'), (current, draft) => {
        const pieces = mergeLines(base, current, draft);
        const merged = pieces.flatMap((piece) => piece.merged ?? []);
        const disputed = pieces.flatMap(({ hunk }) => (hunk ? [...hunk.current, ...hunk.draft] : []));
        const kept = new Set([...merged, ...disputed]);
        for (const each of [...current, ...draft]) {
          const deleted = base.includes(each) && !(current.includes(each) && draft.includes(each));
          if (!deleted) expect(kept).toContain(each);
        }
        expect(merged).toHaveLength(new Set(merged).size);
      }),
    );
  });

  it('gives one hunk for a region that is too large to be merged exactly', () => {
    const many = (mark: string) => Array.from({ length: 20_000 }, (_, index) => `${mark}${String(index % 7)}`);
    const lines = (mark: string) => ['first', ...many(mark), 'last'];
    expect(mergeLines(lines('a'), lines('b'), lines('c'))).toEqual([
      { merged: ['first'] },
      { hunk: { base: many('a'), current: many('b'), draft: many('c') } },
      { merged: ['last'] },
    ]);
  });

  it('merges edits that lie apart in a large text of repeated lines', () => {
    const large = Array.from({ length: 200_000 }, (_, index) => `- ${String(index % 5)}`);
    const pieces = mergeLines(large, large.with(10, 'ours'), large.with(100_000, 'theirs'));
    expect(pieces.flatMap((piece) => piece.merged ?? [])).toEqual(large.with(10, 'ours').with(100_000, 'theirs'));
  });
});

describe('conflictingWhole', () => {
  it('is one hunk of everything', () => {
    const expected: TextMerge = { text: null, hunks: [{ base: ['1', ''], current: [], draft: ['2'] }] };
    expect(conflictingWhole('1\n', '', '2')).toEqual(expected);
  });
});
