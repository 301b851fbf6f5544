import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { change, holding, refusal, replace } from '../../test/saving.ts';
import { nothingSaved } from './state.ts';
import { parseChange, parseReplace } from './parse-save.ts';

describe('all faults of a request', () => {
  it('S16 are reported at once, whatever else is wrong', () => {
    const raw: unknown = JSON.parse(`{
      "base_revision": "1", "message": "\\u0000", "release": 9, "bogus": 1, "request_id": "a b",
      "sections": {"communication": {"text": 5}, "delivery": {"text": "\\u0001"}, "nowhere": {"text": ""}},
      "skills": {"Bad": {"description": "d", "body": "b"}, "github": {"description": "d", "body": "b"}, "ok": {}},
      "overrides": {"runtime/policy": {"text": "", "base": "x"}, "runtime/x": null, "__proto__": {"text": ""}},
      "edits": [{"key": "runtime/shared", "find": "", "replace": ""}, {"key": "runtime/worker", "find": "no", "replace": ""},
        {"key": "team/communication", "find": "W", "replace": ""}]
    }`);
    expect(refusal(nothingSaved, parseChange(raw))).toEqual([
      'duplicate_entry /edits/2/key',
      'edit_not_found /edits/1/find',
      'ill_formed_text /message',
      'ill_formed_text /sections/delivery/text',
      'invalid_field /base_revision',
      'invalid_field /edits/0/find',
      'invalid_field /release',
      'invalid_field /request_id',
      'invalid_field /sections/communication/text',
      'invalid_field /skills/ok/body',
      'invalid_field /skills/ok/description',
      'invalid_skill_name /skills/Bad',
      'missing_placeholder /overrides/runtime~1policy/text',
      'reserved_skill_name /skills/github',
      'unknown_base /overrides/runtime~1policy/base',
      'unknown_key /bogus',
      'unknown_key /overrides/__proto__',
      'unknown_key /sections/nowhere',
      'unknown_part /overrides/runtime~1x',
    ]);
  });

  it('S16 include the size, also beside a misshapen neighbour', () => {
    const configuration = { sections: { delivery: { text: 'x'.repeat(50) }, communication: {} } };
    expect(refusal(nothingSaved, replace(configuration), { limit: 49 })).toEqual([
      'invalid_field /configuration/sections/communication/text',
      'size_limit_exceeded /configuration',
    ]);
    expect(refusal(nothingSaved, change({ ...configuration, bogus: 1 }), { limit: 49 })).toEqual([
      'invalid_field /sections/communication/text',
      'size_limit_exceeded ',
      'unknown_key /bogus',
    ]);
  });

  it('S16 a misshapen entry takes nothing from the size that its better form would not', () => {
    const current = holding({ 'runtime/shared': { text: 'x'.repeat(40), base: '' } });
    const parsed = change({ overrides: { 'runtime/shared': { text: 1 }, 'runtime/worker': { text: 'y'.repeat(30) } } });
    expect(refusal(current, parsed, { limit: 50 })).toEqual(['invalid_field /overrides/runtime~1shared/text']);
  });

  it.each([
    ['', '{"__proto__": {"overrides": {}}, "base_revision": 0}'],
    ['/sections', '{"base_revision": 0, "sections": {"__proto__": {"text": "x"}}}'],
    ['/skills', '{"base_revision": 0, "skills": {"__proto__": null}}'],
    ['/overrides', '{"base_revision": 0, "overrides": {"__proto__": 7}}'],
    [
      '/overrides/runtime~1shared',
      '{"base_revision": 0, "overrides": {"runtime/shared": {"text": "x", "__proto__": 1}}}',
    ],
    ['/skills/a', '{"base_revision": 0, "skills": {"a": {"description": "d", "body": "b", "__proto__": {}}}}'],
    [
      '/edits/0',
      '{"base_revision": 0, "edits": [{"key": "team/delivery", "find": "S", "replace": "", "__proto__": 1}]}',
    ],
  ])('S16 an own __proto__ is an unknown key like any other, in a change at "%s"', (place, text) => {
    expect(refusal(nothingSaved, parseChange(JSON.parse(text)))).toEqual([`unknown_key ${place}/__proto__`]);
  });

  it.each([
    ['', '{"base_revision": 0, "configuration": {}, "__proto__": {"base_revision": 0}}'],
    ['/configuration', '{"base_revision": 0, "configuration": {"__proto__": {"sections": {}}}}'],
    ['/configuration/skills', '{"base_revision": 0, "configuration": {"skills": {"__proto__": {}}}}'],
    [
      '/configuration/skills/a',
      '{"base_revision": 0, "configuration": {"skills": {"a": {"description": "d", "body": "b", "__proto__": 1}}}}',
    ],
  ])('S16 an own __proto__ is an unknown key like any other, in a replace at "%s"', (place, text) => {
    expect(refusal(nothingSaved, parseReplace(JSON.parse(text)))).toEqual([`unknown_key ${place}/__proto__`]);
  });

  it('S16 of each entry are those that it has alone, whatever its neighbours', () => {
    const entry = fc.oneof(
      fc.record({ text: fc.constantFrom('x', '', '\0', '{mode}{version}') }),
      fc.constantFrom(null, 7, {}, { text: 1 }, { text: 'x', more: 1 }, { text: 'x', base: 'y' }),
    );
    const name = fc.constantFrom(
      'runtime/shared',
      'runtime/policy/none',
      'runtime/x',
      '__proto__',
      'team/delivery',
      'ticket/rules',
    );
    const overrides = fc
      .array(fc.tuple(name, entry), { maxLength: 6 })
      .map((list) => [...new Map(list)].map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`));
    const faults = (members: readonly string[]) => {
      const raw: unknown = JSON.parse(`{"base_revision": 0, "bogus": 1, "overrides": {${members.join()}}}`);
      return refusal(nothingSaved, parseChange(raw)).filter((each) => each !== 'unknown_key /bogus');
    };
    fc.assert(
      fc.property(overrides, (members) => {
        expect(faults(members)).toEqual(members.flatMap((member) => faults([member])).sort());
      }),
    );
  });
});
