import { describe, expect, it } from '@jest/globals';
import { recorded, withTexts } from '../../test/small-catalogue.ts';
import { bases, change, holding, replace, save } from '../../test/saving.ts';
import { nothingSaved } from './state.ts';

const warned = (parsed: Parameters<typeof save>[1], current = nothingSaved) =>
  save(current, parsed).warnings.map(({ code, path }) => `${code} ${path}`);
const environment = (text: string) =>
  replace({ overrides: { 'runtime/environment': { text: `{variables} ${text}` } } });

describe('warnings', () => {
  it.each(['{variable}', '{Variables}', '{VARIABLES}', '{varaibles}', '{ variables }', '{variables\n}', '{rules}'])(
    'S15 name a token that looks like a misspelt placeholder: %j',
    (token) => {
      const { warnings } = save(nothingSaved, environment(`and ${token}`));
      expect(warnings).toEqual([
        expect.objectContaining({
          code: 'misspelt_placeholder',
          path: '/configuration/overrides/runtime~1environment/text',
          message: expect.stringContaining(token),
        }),
      ]);
      expect(warnings[0]?.message).toContain('{variables}');
    },
  );

  it.each(['{variables}', '{name}', '{}', 'variable', '{a b}', '{"variables": 1}', '{{variables}}'])(
    'S15 leave other braces alone: %j',
    (token) => {
      expect(warned(environment(`and ${token}`))).toEqual([]);
    },
  );

  it('S15 name a token once, and none in a part that is no template', () => {
    expect(warned(environment('{variable} {variable}'))).toHaveLength(1);
    expect(warned(change({ overrides: { 'runtime/shared': { text: '{variable}' } } }))).toEqual([]);
  });

  it('S15 P9 name a placeholder that a template repeats more than 10 times, and how often', () => {
    const path = '/configuration/overrides/runtime~1environment/text';
    const repeated = (times: number) => save(nothingSaved, environment('{variables}'.repeat(times - 1))).warnings;
    expect(repeated(10)).toEqual([]);
    expect(repeated(11)).toEqual([
      { code: 'repeated_placeholder', path, message: expect.stringContaining('11 times') },
    ]);
    expect(warned(change({ overrides: { 'runtime/shared': { text: '{variables}'.repeat(11) } } }))).toEqual([]);
  });

  it('S15 name an empty text, wherever it is', () => {
    const parsed = change({
      sections: { communication: { text: '' } },
      skills: { a: { description: 'd', body: '\n' } },
      overrides: { 'runtime/shared': { text: ' \n' } },
    });
    expect(warned(parsed)).toEqual([
      'empty_text /sections/communication/text',
      'empty_text /skills/a/body',
      'empty_text /overrides/runtime~1shared/text',
    ]);
  });

  it('S15 name a description over 500 characters, counted as code points', () => {
    const described = (description: string) => warned(change({ skills: { a: { description, body: 'b' } } }));
    expect(described('🙂'.repeat(501))).toEqual(['long_description /skills/a/description']);
    expect(described('🙂'.repeat(500))).toEqual([]);
  });

  it('S15 of an edited entry stand at the edit', () => {
    const parsed = change({ edits: [{ key: 'runtime/shared', find: 'Shared text.', replace: '' }] });
    expect(warned(parsed)).toEqual(['empty_text /edits/0/replace']);
  });

  it('S15 concern what the request sets, not the entries that it leaves', () => {
    const current = holding({ 'runtime/shared': { text: '', base: bases.shared } });
    expect(warned(change({ sections: { delivery: { text: 'x' } } }), current)).toEqual([]);
  });

  it('S6 S15 do not concern an entry that is removed because it equals its default', () => {
    const catalogue = recorded(withTexts({ 'runtime/environment': '{variables} {variable}' }));
    const { removed, warnings } = save(nothingSaved, environment('{variable}'), { catalogue });
    expect([removed, warnings]).toEqual([['runtime/environment'], []]);
  });

  it('S15 are never a reason to refuse', () => {
    expect(save(nothingSaved, change({ overrides: { 'runtime/shared': { text: '' } } })).changed).toHaveLength(1);
  });
});
