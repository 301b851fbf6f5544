import fc from 'fast-check';
import type { Inputs, Policy, Ticket } from '../src/assembly/schemas.ts';

/** Inputs of prompts, given and random. */

export const policy: Policy = {
  version: 7,
  mode: 'ask',
  rules: [
    { id: 'r-1', name: 'Typos', instruction: 'Fix typos.', enabled: true },
    { id: 'r-2', name: 'Bumps', instruction: 'Bump minor versions.', enabled: false },
    { id: 'r-3', name: 'Docs', instruction: 'Mend broken links.', enabled: true },
  ],
};
export const disabled: Policy = { ...policy, rules: policy.rules.map((rule) => ({ ...rule, enabled: false })) };
export const orchestrator = {
  role: 'orchestrator',
  variables: [
    { name: 'time zone', value: 'Asia/Shanghai' },
    { name: 'limit', value: 3 },
    { name: 'dry run', value: false },
  ],
  policy,
} satisfies Inputs;
export const worker: Inputs = {
  role: 'worker',
  variables: [{ name: 'repository', value: 'acme/shop' }],
  ticket: { kind: 'explicit' },
};
export const inferred = (rules: NonNullable<Ticket['rules']>): Inputs => ({
  role: 'worker',
  variables: [],
  ticket: { kind: 'inferred', rules },
});

const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const tokens = ['{variables}', '{version}', '{mode}', '{rules}', '{other}', '{', '}'];
const commands = ['$&', '$1', '$$', '$`', "$'", '\\', '\\n'];
const marks = ['- ', '## ', '  ', '\t', 'a', 'é', '😀', '- Typos (r-1): ', ', process: '];

/** Text of one line that tries to be more than text. */
export const hostileLine = fc
  .array(fc.constantFrom(...tokens, ...commands, ...marks), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(''));
/** The same over several lines, by every line break of P4. */
export const hostileText = fc
  .array(fc.constantFrom(...tokens, ...commands, ...marks, ...breaks, ...breaks), { maxLength: 12 })
  .map((pieces) => pieces.join(''));

export const variables = fc.array(
  fc.record({ name: hostileLine, value: fc.oneof(hostileText, fc.double({ noNaN: true }), fc.boolean()) }),
  { maxLength: 4 },
);
export const policies: fc.Arbitrary<Policy> = fc.record({
  version: fc.oneof(hostileLine, fc.integer()),
  mode: hostileLine,
  rules: fc.array(fc.record({ id: hostileLine, name: hostileLine, instruction: hostileText, enabled: fc.boolean() }), {
    maxLength: 4,
  }),
});
export const tickets: fc.Arbitrary<Ticket> = fc.record({
  kind: fc.constant('inferred' as const),
  rules: fc.array(
    fc.record(
      {
        id: hostileLine,
        name: hostileLine,
        instruction: hostileText,
        process: hostileText,
        communication: hostileText,
      },
      { requiredKeys: ['id', 'name', 'instruction'] },
    ),
    { minLength: 1, maxLength: 3 },
  ),
});
export const inputs: fc.Arbitrary<Inputs> = fc.oneof(
  fc.record({ role: fc.constant('orchestrator' as const), variables, policy: policies }),
  fc.record({ role: fc.constant('worker' as const), variables, ticket: tickets }),
);

/** The lines of a text by every line break of P4, found one character at a time. */
export function linesOf(text: string): string[] {
  const lines = [''];
  let previous = '';
  for (const character of text) {
    const isPair = previous === '\r' && character === '\n';
    if (breaks.includes(character)) {
      if (!isPair) lines.push('');
    } else {
      lines.push(`${lines.pop() ?? ''}${character}`);
    }
    previous = character;
  }
  return lines;
}
