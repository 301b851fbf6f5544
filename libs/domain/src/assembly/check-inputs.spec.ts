import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

  it('P4 two rules with one id are refused, naming both places: in a policy and in a Ticket, enabled or not', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'A', 'a ', '__proto__', '1'), { maxLength: 6 });
    fc.assert(
      fc.property(ids, fc.nat({ max: 63 }), (given, enabled) => {
        const policyRules = given.map((id, index) => ({
          id,
          name: 'N',
          instruction: '',
          enabled: ((enabled >> index) & 1) === 1,
        }));
        const ticketRules = given.map((id) => ({ id, name: 'N', instruction: '' }));
        const repeated = given.flatMap((id, index) => (given.indexOf(id) < index ? [[index, given.indexOf(id)]] : []));
        for (const [at, inputs] of [
          ['/policy', { policy: { version: 1, mode: 'ask', rules: policyRules } }],
          ['/ticket', { ticket: { kind: 'inferred', rules: ticketRules } }],
        ] as const) {
          const faults = checkInputs(inputs);
          expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual(
            repeated.map(([index]) => `${at}/rules/${String(index)}/id invalid_field`),
          );
          faults.forEach(({ message }, index) => {
            expect(message).toContain(`${at}/rules/${String(repeated[index]?.[1])} `);
          });
        }
      }),
    );
  });

  it('P4 S16 checks whatever is a text, also where the rest has a wrong shape', () => {
    const rule = { id: 'r', name: bell };
    const given = {
      variables: [7, { name: half, value: {} }, null],
      policy: { mode: bell, rules: [rule, 'x', rule] },
      ticket: { rules: { 0: rule } },
    };
    expect(checkInputs(given).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/variables/1/name ill_formed_text',
      '/policy/mode ill_formed_text',
      '/policy/rules/0/name ill_formed_text',
      '/policy/rules/2/name ill_formed_text',
      '/policy/rules/2/id invalid_field',
    ]);
    for (const none of [undefined, null, 7, 'x', [], { variables: {}, policy: [], ticket: null }])
      expect(checkInputs(none)).toEqual([]);
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
