import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bases, change, codes, faultsIn, holding, refusal, releases, save, stored } from '../../test/saving.ts';
import { nothingSaved } from './state.ts';
import { draftInSteps, draftOf } from './draft.ts';
import { currentRelease } from '../catalogue/state.ts';

const key = 'runtime/shared';
const current = holding({
  [key]: { text: 'one two three', base: bases.shared },
  'runtime/old': { text: 'Our old.', base: bases.old },
  'team/skill/review': { description: 'How to review.', body: 'Read all. Then say.' },
});
type Edit = readonly [find: string, replace: string, key?: string];
const edits = (...list: readonly Edit[]) =>
  change({ edits: list.map(([find, replace, at = key]) => ({ key: at, find, replace })) });
const entryAfter = (parsed: ReturnType<typeof edits>, of = key) => stored(save(current, parsed)).entries.get(of);

describe('edits', () => {
  it('S14 replace what they find and keep the base', () => {
    expect(entryAfter(edits(['two', '2']))).toEqual({ text: 'one 2 three', base: bases.shared });
  });

  it('S14 apply in order, each to what the one before it left', () => {
    expect(entryAfter(edits(['two', 'four'], ['four three', '4'], ['one', '']))).toMatchObject({ text: ' 4' });
    expect(refusal(current, edits(['four three', '4'], ['two', 'four']))).toEqual(['edit_not_found /edits/0/find']);
  });

  it('S14 replace literally: "$&", "$1" and backslashes stay as they are', () => {
    expect(entryAfter(edits(['two', "$& $1 $$ $` $' \\n \\1"]))).toMatchObject({
      text: "one $& $1 $$ $` $' \\n \\1 three",
    });
  });

  it('S14 find literally: no character has a meaning of its own', () => {
    expect(refusal(current, edits(['t.o', '2']))).toEqual(['edit_not_found /edits/0/find']);
  });

  it('S14 change nothing before or after what they find', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '$', '🙂'), minLength: 1 });
    fc.assert(
      fc.property(text, text, fc.string({ unit: 'grapheme-ascii' }), (before, after, replace) => {
        const version = holding({ [key]: { text: `${before}#${after}`, base: bases.shared } });
        const event = save(version, edits(['#', replace]));
        expect(stored(event).entries.get(key)).toMatchObject({ text: before + replace + after });
      }),
    );
  });

  it('S14 of an entry without team text start from its default, which becomes its base', () => {
    const under = (fields: object, catalogue = releases.second) => {
      const parsed = change({ edits: [{ key, find: 'Shared', replace: 'Our' }], ...fields });
      return stored(save(nothingSaved, parsed, { catalogue })).entries.get(key);
    };
    expect(under({})).toEqual({ text: 'Our text, second.', base: bases.shared2 });
    expect(under({ release: 1 })).toEqual({ text: 'Our text.', base: bases.shared });
    expect(entryAfter(edits(['little', 'a lot', 'team/communication']), 'team/communication')).toEqual({
      text: 'Write a lot.',
      base: bases.communication,
    });
  });

  it('S14 edit the body of a skill', () => {
    expect(entryAfter(edits(['all', 'it', 'team/skill/review']), 'team/skill/review')).toEqual({
      description: 'How to review.',
      body: 'Read it. Then say.',
    });
  });

  it('S6 S14 that bring the default back remove the entry', () => {
    expect(save(current, edits(['one two three', 'Shared text.'])).removed).toEqual([key]);
  });
});

describe('edits that are refused', () => {
  it.each([
    ['find nothing', edits(['four', '4']), 'edit_not_found'],
    ['find it twice', edits(['e', 'E']), 'edit_ambiguous'],
    ['find what an edit before them took away', edits(['two', '2'], ['two', '3']), 'edit_not_found'],
    ['find what an edit before them doubled', edits(['two', 'x x'], ['x', 'y']), 'edit_ambiguous'],
    ['find a team skill that is not there', edits(['x', 'y', 'team/skill/other']), 'edit_not_found'],
  ])('S14 where they %s, with the edit’s index', (_, parsed, code) => {
    const faults = faultsIn(() => save(current, parsed));
    const index = parsed.edits.length - 1;
    expect(faults).toMatchObject([{ code, index, path: `/edits/${String(index)}/find` }]);
  });

  it('S14 where what they find overlaps itself', () => {
    const version = holding({ [key]: { text: 'xaaax', base: bases.shared } });
    expect(refusal(version, edits(['aa', 'b']))).toEqual(['edit_ambiguous /edits/0/find']);
    expect(stored(save(version, edits(['xaa', 'b']))).entries.get(key)).toMatchObject({ text: 'bax' });
  });

  it('S14 where the find is empty', () => {
    expect(refusal(current, edits(['', 'x']))).toEqual(['invalid_field /edits/0/find']);
  });

  it.each([{ text: 'x' }, null, { text: 7 }])('S14 where the entry is also named, as %j', (entry) => {
    const parsed = change({ overrides: { [key]: entry }, edits: [{ key, find: 'two', replace: '2' }] });
    expect(refusal(current, parsed)).toContain('duplicate_entry /edits/0/key');
    expect(refusal(current, parsed)).not.toContain('edit_not_found /edits/0/find');
  });

  it.each([
    ['an unknown part', 'runtime/nowhere', 'unknown_part'],
    ['a part that is no more', 'runtime/gone', 'unknown_part'],
    ['a built-in skill’s name', 'team/skill/github', 'reserved_skill_name'],
    ['an unknown section', 'team/nowhere', 'unknown_key'],
  ])('S8 where they name %s', (_, at, code) => {
    expect(refusal(current, edits(['x', 'y', at]))).toEqual([`${code} /edits/0/key`]);
  });

  it('S7 where the part is no more and was not overridden, also under the release that had it', () => {
    const parsed = change({ release: 1, edits: [{ key: 'runtime/old', find: 'Old', replace: 'New' }] });
    expect(refusal(nothingSaved, parsed, { catalogue: releases.second })).toEqual(['unknown_part /edits/0/key']);
  });

  it('S8 where they leave a text that the rules refuse, at the replace of the last one', () => {
    const parsed = change({
      edits: [
        { key: 'runtime/policy/none', find: 'Version', replace: 'V' },
        { key: 'runtime/policy/none', find: '{mode}', replace: '' },
        { key, find: 'two', replace: '\0' },
      ],
    });
    expect(refusal(current, parsed, { catalogue: releases.second })).toEqual([
      'ill_formed_text /edits/2/replace',
      'missing_placeholder /edits/1/replace',
    ]);
  });

  it('S16 all at once, also with other faults of the request', () => {
    const parsed = change({
      bogus: 1,
      edits: [{ key, find: 'e', replace: '' }, { key }, { key, find: 'no', replace: '' }],
    });
    expect(codes(faultsIn(() => save(current, parsed)))).toEqual([
      'edit_ambiguous /edits/0/find',
      'edit_not_found /edits/2/find',
      'invalid_field /edits/1/find',
      'invalid_field /edits/1/replace',
      'unknown_key /bogus',
    ]);
  });

  it('S14 all or none: where one cannot be applied, the draft holds none of them', () => {
    const catalogue = releases.first;
    const rules = { catalogue, release: currentRelease(catalogue), saved: current.entries };
    const draft = draftOf(edits(['two', '2'], ['nowhere', 'x', 'team/delivery']), rules, 1000);
    expect(draft.entries).toEqual(current.entries);
    expect(draft.faults).toHaveLength(1);
  });
});

describe('edits and line ends', () => {
  const entry = 'runtime/shared';
  const on = (text: string, find: string, replace: string) => {
    const version = holding({ [entry]: { text, base: bases.shared } });
    return stored(save(version, edits([find, replace]))).entries.get(entry);
  };

  it('S14 are the edit of a text that ends its lines with LF, whatever each of the three uses', () => {
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const lines = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 4 });
    fc.assert(
      fc.property(
        end,
        end,
        end,
        lines,
        lines,
        fc.tuple(lines, lines, lines),
        (own, theirs, new_, before, after, [a, b, c]) => {
          const [found, put] = [
            ['<', ...a, '>'],
            ['(', ...b, ')', ...c],
          ];
          const text = (middle: readonly string[]) => ['x', ...before, ...middle, ...after, 'x'].join(own);
          expect(on(text(found), found.join(theirs), put.join(new_))).toMatchObject({ text: text(put) });
        },
      ),
    );
  });

  it('S14 leave every other line end as it is', () => {
    expect(on('a\r\nb\nc\rd\r\n', 'b\nc', '1\r2')).toMatchObject({ text: 'a\r\n1\n2\rd\r\n' });
  });

  it('S14 find what an agent copied from the prompt, which shows LF', () => {
    expect(on('a\r\nb', 'a\nb', '1\n2')).toMatchObject({ text: '1\r\n2' });
  });

  it('S14 find a line end as one character: no half of a CRLF', () => {
    const version = holding({ [entry]: { text: 'a\r\nb\n', base: bases.shared } });
    expect(refusal(version, edits(['\n', ' ']))).toEqual(['edit_ambiguous /edits/0/find']);
    expect(on('a\r\nb', '\r', ' ')).toMatchObject({ text: 'a b' });
  });
});

describe('edits that are not well formed', () => {
  const version = holding({ [key]: { text: '😀 one', base: bases.shared } });
  const half = fc.constantFrom('\ud83d', '\ude00', '\u0000', '\u0085', 'a\ud83d', '\ude00 one');

  it('S8 S14 are blamed on the text that is, each on its own, and find no half of a surrogate pair', () => {
    fc.assert(
      fc.property(half, half, (find, replace) => {
        expect(refusal(version, edits([find, 'x']))).toEqual(['ill_formed_text /edits/0/find']);
        expect(refusal(version, edits(['one', replace]))).toEqual(['ill_formed_text /edits/0/replace']);
        expect(refusal(version, edits([find, replace], ['one', replace]))).toEqual([
          'ill_formed_text /edits/0/find',
          'ill_formed_text /edits/0/replace',
          'ill_formed_text /edits/1/replace',
        ]);
      }),
    );
  });
});

describe('many edits of a long text', () => {
  it('S14 are decided in steps, several for each edit, so that other work is done between them', () => {
    const text = 'a'.repeat(200_000);
    const version = holding({ [key]: { text, base: bases.shared } });
    const rules = { catalogue: releases.first, release: currentRelease(releases.first), saved: version.entries };
    const find = `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`;
    const parsed = edits(...Array.from({ length: 50 }, (): Edit => [find, 'x']));
    const steps = [...draftInSteps(parsed, rules, 400_000)].length;
    expect(steps).toBeGreaterThan(50 * (text.length / 50_000));
    expect(draftOf(parsed, rules, 400_000).faults).toHaveLength(50);
  });
});
