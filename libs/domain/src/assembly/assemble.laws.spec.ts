import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { manifest, sourceOf, texts as defaults } from '../../test/small-catalogue.ts';
import { hostileText, inputs, linesOf, policies, variables } from '../../test/prompt-inputs.ts';
import { catalogue } from '../../test/small-catalogue.ts';
import { assemble } from './assemble.ts';
import type { Inputs } from './schemas.ts';

const teamTexts = fc.dictionary(
  fc.constantFrom(...defaults.keys(), 'runtime/gone'),
  fc.oneof(hostileText, fc.constantFrom('', '\n', '\uFEFF', '\r\n\r\n')),
);

/** What each line at column 0 must be: those of the templates, with one for each variable and each rule's text. */
function expectedLines(given: Inputs): string[] {
  const headed = new Map(manifest.sections.map(({ name, heading }) => [`team/${name}`, `## ${heading}\n\n`]));
  const isOn = given.role === 'orchestrator' && given.policy.rules.some(({ enabled }) => enabled);
  const order = [...manifest.order[given.role]].map((key) => (key === 'runtime/policy' && !isOn ? `${key}/none` : key));
  if (given.role === 'worker') order.push('ticket/rules');
  const template = order.map((key) => `${headed.get(key) ?? ''}${defaults.get(key) ?? ''}`).join('\n\n');
  return template.split('\n').flatMap((line) => {
    if (line === '{variables}') return given.variables.length === 0 ? [''] : given.variables.map(variableLine);
    if (line === '{rules}') return ruleLines(given);
    if (given.role === 'worker') return [line];
    const { version, mode } = given.policy;
    // A version or mode may hold the other's token: split, so that nothing is looked at twice.
    return [
      line
        .split('{version}')
        .map((piece) => piece.split('{mode}').join(mode))
        .join(String(version)),
    ];
  });
}
const firstLine = (text: string) => linesOf(text)[0] ?? '';
const variableLine = ({ name, value }: Inputs['variables'][number]) =>
  `- ${name}: ${firstLine(typeof value === 'string' ? value : JSON.stringify(value))}`;

function ruleLines(given: Inputs): string[] {
  if (given.role === 'orchestrator') {
    const enabled = given.policy.rules.filter((rule) => rule.enabled);
    return enabled.map(({ id, name, instruction }) => `- ${name} (${id}): ${firstLine(instruction)}`);
  }
  return (given.ticket.rules ?? []).flatMap(({ id, name, instruction, process, communication }) => [
    `- ${name} (${id}): ${firstLine(instruction)}`,
    ...(process ? [`- ${name} (${id}), process: ${firstLine(process)}`] : []),
    ...(communication ? [`- ${name} (${id}), communication: ${firstLine(communication)}`] : []),
  ]);
}

describe('assemble, whatever is inserted', () => {
  it('P4 begins exactly the lines of the templates at column 0, and one for each variable and rule text', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const lines = linesOf(assemble(sourceOf(), given).prompt);
        expect(lines.filter((line) => !line.startsWith('  '))).toEqual(expectedLines(given));
      }),
      { numRuns: 500 },
    );
  });

  it('P2 P6 gives places that cut the prompt into its entries, one blank line apart, none of them empty', () => {
    fc.assert(
      fc.property(inputs, teamTexts, (given, team) => {
        const { prompt, parts, bytes } = assemble(sourceOf(catalogue, team), given);
        const entries = parts.map(({ start, end }) => prompt.slice(start, end));
        expect(entries.join('\n\n')).toBe(prompt);
        expect(bytes).toBe(new TextEncoder().encode(prompt).length);
        let next = 0;
        for (const [index, { start, end }] of parts.entries()) {
          expect(start).toBe(next);
          expect(entries[index]).not.toBe('');
          expect(entries[index]?.endsWith('\n')).toBe(false);
          next = end + 2;
        }
      }),
    );
  });

  it('P5 leaves every byte before the policy as it was when the policy changes', () => {
    fc.assert(
      fc.property(variables, policies, policies, teamTexts, (given, one, other, team) => {
        const [a, b] = [one, other].map((policy) => {
          const made = assemble(sourceOf(catalogue, team), { role: 'orchestrator', variables: given, policy });
          const at = made.parts.find(({ key }) => key.startsWith('runtime/policy'));
          // Without a policy entry (an empty override) the blank line before it is absent, too.
          return at === undefined ? made.prompt : made.prompt.slice(0, Math.max(0, at.start - 2));
        });
        expect(a).toBe(b);
      }),
    );
  });

  it('P6 makes the same bytes from the same inputs, in any order of the texts and read back from the record', () => {
    fc.assert(
      fc.property(inputs, teamTexts, (given, team) => {
        const made = assemble(sourceOf(catalogue, team), given);
        const reversed = Object.fromEntries(Object.entries(team).reverse());
        const read = JSON.parse(JSON.stringify(given)) as Inputs;
        expect(assemble(sourceOf(catalogue, reversed), read)).toEqual(made);
      }),
    );
  });
});
