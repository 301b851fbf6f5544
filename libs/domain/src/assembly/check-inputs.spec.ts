import { describe, expect, it } from '@jest/globals';
import { orchestrator, policy } from '../../test/prompt-inputs.ts';
import { checkInputs } from './check-inputs.ts';

const bell = '\u0007';
const half = 'a\uD800';

describe('checkInputs', () => {
  it('finds nothing in well-formed inputs', () => {
    expect(checkInputs(orchestrator)).toEqual([]);
    expect(checkInputs({})).toEqual([]);
  });

  it('P4 S8 reports every ill-formed string of variables and policy, each by its place', () => {
    const [rule] = policy.rules;
    if (rule === undefined) throw new Error('the policy has rules');
    const faults = checkInputs({
      variables: [
        { name: `n${bell}`, value: 1 },
        { name: 'n', value: half },
      ],
      policy: { version: bell, mode: half, rules: [rule, { ...rule, id: bell, name: bell, instruction: half }] },
    });
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual(
      [
        ...['/variables/0/name', '/variables/1/value', '/policy/version', '/policy/mode'],
        ...['id', 'name', 'instruction'].map((name) => `/policy/rules/1/${name}`),
      ].map((path) => `${path} ill_formed_text`),
    );
    expect(faults[0]?.message).toBe('holds the control character U+0007 at offset 1; remove it');
    expect(faults[1]?.message).toBe('holds the unpaired surrogate U+D800 at offset 1; remove it');
  });

  it("P4 S8 reports every ill-formed string of a Ticket's rules", () => {
    const rule = { id: bell, name: bell, instruction: bell, process: bell, communication: bell };
    const faults = checkInputs({ ticket: { kind: 'inferred', rules: [rule] } });
    expect(faults.map(({ path }) => path)).toEqual(Object.keys(rule).map((name) => `/ticket/rules/0/${name}`));
  });

  it.each(['\t', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'P4 allows %j in values, instructions, process and communication text',
    (text) => {
      const rule = { id: 'r', name: 'R', instruction: text, process: text, communication: text };
      const faults = checkInputs({
        variables: [{ name: 'n', value: text }],
        policy: { version: 1, mode: 'ask', rules: [{ id: 'r', name: 'R', instruction: text, enabled: true }] },
        ticket: { kind: 'inferred', rules: [rule] },
      });
      expect(faults).toEqual([]);
    },
  );
});
