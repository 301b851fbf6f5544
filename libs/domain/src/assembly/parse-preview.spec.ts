import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codes } from '../../test/saving.ts';
import { parseReplace } from '../configuration/parse-save.ts';
import { checkInputs } from './check-inputs.ts';
import { parsePreview } from './parse-preview.ts';

const bell = '\u0007';
const rule = { id: 'r', name: 'R', instruction: 'Do.', enabled: true };
const orchestrator = { role: 'orchestrator', variables: [], policy: { version: 1, mode: 'ask', rules: [rule] } };
const found = (raw: unknown) => {
  const { faults, draft } = parsePreview(raw);
  return codes([...faults, ...(draft?.faults ?? [])]);
};

describe('a preview that is parsed', () => {
  it('P9 of a right shape is the request, with its draft as the replace that would save it', () => {
    const configuration = { overrides: { 'runtime/shared': { text: 'Ours.' } } };
    const parsed = parsePreview({ ...orchestrator, release: 2, configuration });
    expect(parsed).toMatchObject({ request: { configuration, release: 2 }, faults: [], release: 2 });
    expect(parsed.draft).toEqual(parseReplace({ base_revision: 0, configuration }));
    expect(parsePreview(orchestrator)).toMatchObject({ request: orchestrator, faults: [], draft: null });
  });

  it('S16 of a wrong shape tells at once what is wrong in the shapes of draft and inputs, and in the texts of inputs', () => {
    const raw = {
      role: 'orchestrator',
      variables: [{ name: 'a\vb', value: 1 }, { name: bell, value: bell }, 7],
      policy: { version: 1, mode: bell, rules: [rule, { ...rule, more: 1 }] },
      revision: 1,
      release: 'x',
      bogus: 1,
      configuration: { sections: { communication: {} }, more: 1 },
    };
    expect(found(raw)).toEqual([
      'ill_formed_text /policy/mode',
      'ill_formed_text /variables/1/name',
      'ill_formed_text /variables/1/value',
      'invalid_field /configuration/sections/communication/text',
      'invalid_field /policy/rules/1/id',
      'invalid_field /release',
      'invalid_field /revision',
      'invalid_field /variables/0/name',
      'invalid_field /variables/2',
      'unknown_key /bogus',
      'unknown_key /configuration/more',
      'unknown_key /policy/rules/1/more',
    ]);
    expect(parsePreview(raw).request).toBeNull();
  });

  it('P9 names a revision or a draft, not both', () => {
    expect(found({ ...orchestrator, revision: 0, configuration: {} })).toEqual(['invalid_field /revision']);
  });

  it.each([[undefined], [null], [7], ['x'], [[]], [{}], [{ role: 'boss', configuration: [] }]])(
    'S8 is refused where it is no request at all: %j',
    (raw) => {
      expect(parsePreview(raw).request).toBeNull();
      expect(found(raw)).toContainEqual(expect.stringMatching(/^invalid_field /));
    },
  );

  it('S16 has for its draft the faults that the same replace has, whatever its inputs are', () => {
    const configuration = fc.oneof(
      fc.json().map((text): unknown => JSON.parse(text)),
      fc.record({
        sections: fc.dictionary(fc.string(), fc.oneof(fc.record({ text: fc.string() }), fc.constant(null))),
        skills: fc.dictionary(fc.string(), fc.record({ description: fc.string(), body: fc.string() })),
      }),
    );
    const inputs = fc.constantFrom<object[]>(orchestrator, { role: 'worker' }, {}, { ...orchestrator, variables: 7 });
    fc.assert(
      fc.property(configuration, inputs, (draft, given) => {
        const parsed = parsePreview({ ...given, configuration: draft });
        const { faults } = parseReplace({ base_revision: 0, configuration: draft });
        expect(parsed.draft?.faults).toEqual(faults);
        expect(parsed.faults.filter(({ path }) => path.startsWith('/configuration'))).toEqual([]);
        expect(parsed.request === null).toBe(faults.length > 0 || given !== orchestrator);
        if (parsed.request !== null) expect(checkInputs(parsed.request)).toEqual([]);
      }),
    );
  });
});
