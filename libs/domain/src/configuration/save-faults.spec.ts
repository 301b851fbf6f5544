import { describe, expect, it } from '@jest/globals';
import { change, codes, faultsIn, holding, refusal, replace, save } from '../../test/saving.ts';
import { nothingSaved } from './state.ts';
import { parseChange, parseReplace } from './parse-save.ts';

const skill = { description: 'What for.', body: 'How.' };

describe('what is refused', () => {
  it('S8 unknown keys anywhere, each at its place', () => {
    const parsed = replace(
      {
        sections: { nowhere: { text: 'x' }, communication: { text: 'x', bold: true } },
        skills: { a: { ...skill, name: 'a' } },
        overrides: { 'runtime/shared': { text: 'x', 'a/b~c': 1 } },
        settings: {},
      },
      { revision: 1 },
    );
    expect(refusal(nothingSaved, parsed)).toEqual([
      'unknown_key /configuration/overrides/runtime~1shared/a~1b~0c',
      'unknown_key /configuration/sections/communication/bold',
      'unknown_key /configuration/sections/nowhere',
      'unknown_key /configuration/settings',
      'unknown_key /configuration/skills/a/name',
      'unknown_key /revision',
    ]);
  });

  it.each(['github', 'system'])('S8 the skill name %s, which is reserved', (name) => {
    expect(refusal(nothingSaved, change({ skills: { [name]: skill } }))).toEqual([
      `reserved_skill_name /skills/${name}`,
    ]);
  });

  it('S8 a reserved skill name, naming its part only where a built-in skill has it', () => {
    const messages = faultsIn(() => save(nothingSaved, change({ skills: { github: skill, system: skill } })));
    expect(messages.map(({ message }) => message)).toEqual([
      '"github" is a built-in skill\'s name; choose another one, or override its part skill/github',
      '"system" is a reserved name; choose another one',
    ]);
  });

  it.each(['', 'A', 'a_b', 'a b', '-a', 'a-', 'a--b', 'a/b', 'é', 'a\n', 'a'.repeat(65)])(
    'S8 the skill name %j',
    (name) => {
      const place = name.replace('/', '~1');
      expect(refusal(nothingSaved, change({ skills: { [name]: skill } }))).toEqual([
        `invalid_skill_name /skills/${place}`,
      ]);
    },
  );

  it.each(['a', '0', 'a-b-c', 'constructor', 'a'.repeat(64)])('S8 but not the skill name %s', (name) => {
    expect(save(nothingSaved, change({ skills: { [name]: skill } })).changed).toEqual([`team/skill/${name}`]);
  });

  it.each([
    ['an empty description', ''],
    ['a description of spaces', ' \n'],
    ['a description over 1,024 characters', 'x'.repeat(1025)],
    ['a description of no text', 7],
  ])('S8 %s', (_, description) => {
    expect(refusal(nothingSaved, change({ skills: { a: { ...skill, description } } }))).toEqual([
      'invalid_field /skills/a/description',
    ]);
  });

  it('S8 characters are code points: 1,024 and 500 of them are accepted beyond the first plane too', () => {
    const parsed = change({ message: '🙂'.repeat(500), skills: { a: { ...skill, description: '🙂'.repeat(1024) } } });
    expect(save(nothingSaved, parsed).message).toBe('🙂'.repeat(500));
    expect(refusal(nothingSaved, change({ message: '🙂'.repeat(501) }))).toEqual(['invalid_field /message']);
  });

  it('S8 wrong types and missing fields', () => {
    const parsed = parseReplace({
      configuration: { sections: [], skills: { a: {} }, overrides: { 'runtime/shared': 'x' } },
    });
    expect(refusal(nothingSaved, parsed)).toEqual([
      'invalid_field /base_revision',
      'invalid_field /configuration/overrides/runtime~1shared',
      'invalid_field /configuration/sections',
      'invalid_field /configuration/skills/a/body',
      'invalid_field /configuration/skills/a/description',
    ]);
  });

  it.each([[null], [[]], ['x'], [7]])('S8 a request that is no object: %j', (raw) => {
    for (const parsed of [parseReplace(raw), parseChange(raw)])
      expect(refusal(nothingSaved, parsed)).toEqual(['invalid_field ']);
  });

  it('S8 an override of a template without its placeholders, naming them', () => {
    const parsed = change({ overrides: { 'runtime/policy': { text: '{version} { mode } {Rules}' } } });
    const faults = faultsIn(() => save(nothingSaved, parsed));
    expect(codes(faults)).toEqual(['missing_placeholder /overrides/runtime~1policy/text']);
    expect(faults[0]).toMatchObject({ placeholders: ['mode', 'rules'] });
  });

  it('S8 an override of an unknown part', () => {
    const parsed = change({ overrides: { 'runtime/nowhere': { text: 'x' }, '': { text: 'x' } } });
    expect(refusal(nothingSaved, parsed)).toEqual([
      'unknown_part /overrides/',
      'unknown_part /overrides/runtime~1nowhere',
    ]);
  });

  it('S8 S16 the text of an unknown part too', () => {
    const parsed = change({ overrides: { 'runtime/nowhere': { text: '\0' } } });
    expect(refusal(nothingSaved, parsed)).toEqual([
      'ill_formed_text /overrides/runtime~1nowhere/text',
      'unknown_part /overrides/runtime~1nowhere',
    ]);
  });

  it('C2 an override of the note for inferred Tickets, which is no part', () => {
    const key = 'ticket/rules';
    expect(refusal(nothingSaved, change({ overrides: { [key]: { text: '{rules}' } } }))).toEqual([
      'unknown_part /overrides/ticket~1rules',
    ]);
    expect(refusal(nothingSaved, change({ edits: [{ key, find: 'more', replace: 'less' }] }))).toEqual([
      'unknown_part /edits/0/key',
    ]);
  });

  it.each([
    ['an unpaired surrogate', 'a\uD800b'],
    ['NUL', '\0'],
    ['a control character', '\u0085'],
  ])('S8 text with %s, in every text', (_, text) => {
    const parsed = change({
      message: text,
      sections: { communication: { text } },
      skills: { a: { description: `x${text}`, body: text } },
      overrides: { 'runtime/shared': { text } },
    });
    expect(refusal(nothingSaved, parsed)).toEqual([
      'ill_formed_text /message',
      'ill_formed_text /overrides/runtime~1shared/text',
      'ill_formed_text /sections/communication/text',
      'ill_formed_text /skills/a/body',
      'ill_formed_text /skills/a/description',
    ]);
  });

  it('S8 stores text exactly as it came: tabs, line ends and a byte order mark included', () => {
    const text = '\uFEFFa\tb\r\nc\rd\n\n';
    const event = save(nothingSaved, change({ overrides: { 'runtime/shared': { text } } }));
    expect(Object.values(event.texts)).toEqual([text]);
  });
});

describe('a key that stands in another map', () => {
  const current = holding({ 'team/skill/review': skill });

  it.each([
    [
      'a section as an override',
      { overrides: { 'team/communication': { text: 'x' } } },
      'unknown_part /overrides/team~1communication',
    ],
    [
      'a skill as an override',
      { overrides: { 'team/skill/review': { text: 'x' } } },
      'unknown_part /overrides/team~1skill~1review',
    ],
    ['a skill as a section', { sections: { 'skill/review': { text: 'x' } } }, 'unknown_key /sections/skill~1review'],
    [
      'the deletion of a skill as a section',
      { sections: { 'skill/review': null } },
      'unknown_key /sections/skill~1review',
    ],
  ])('S8 is no entry: %s', (_, fields, expected) => {
    expect(refusal(current, change(fields))).toEqual([expected]);
    expect(change(fields).request).toBeNull();
  });
});
