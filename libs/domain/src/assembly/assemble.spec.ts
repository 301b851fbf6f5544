import { describe, expect, it } from '@jest/globals';
import { catalogue, manifest, sourceOf, withTexts } from '../../test/small-catalogue.ts';
import { disabled, inferred, orchestrator, policy, worker } from '../../test/prompt-inputs.ts';
import { digest } from '../text/digest.ts';
import { Refusal } from '../faults.ts';
import { finish } from '../steps.ts';
import { assemble, assembleInSteps, PROMPT_LIMIT_BYTES, UnknownFormat } from './assemble.ts';
import type { Inputs } from './schemas.ts';

const mainPrompt = `Shared text.

## Communication

Write little.

## Delivery requirements

Show evidence.

## Environment

- time zone: Asia/Shanghai
- limit: 3
- dry run: false

End of values.

## Policy

Version 7, mode ask.

- Typos (r-1): Fix typos.
- Docs (r-3): Mend broken links.

End of rules.`;
const executorPrompt = `Shared text.

Worker text.

## Communication

Write little.

## Environment

- repository: acme/shop

End of values.`;

const entries = (inputs: Inputs, team: Record<string, string> = {}, from = catalogue) =>
  assemble(sourceOf(from, team), inputs).parts.map(({ key, source }) => `${key} ${source}`);
const textsOf = (inputs: Inputs, team: Record<string, string> = {}, from = catalogue) => {
  const { prompt, parts } = assemble(sourceOf(from, team), inputs);
  return new Map(parts.map(({ key, start, end }) => [key, prompt.slice(start, end)]));
};

describe('assemble', () => {
  it("P1 P2 P4 joins the main Session's entries in the order of the manifest", () => {
    expect(assemble(sourceOf(), orchestrator).prompt).toBe(mainPrompt);
  });

  it("P1 P2 P4 joins an Executor's entries, without any policy", () => {
    expect(assemble(sourceOf(), worker).prompt).toBe(executorPrompt);
  });

  it('P6 tells digest, UTF-8 bytes, and the place of each entry in UTF-16 code units', () => {
    const source = sourceOf(catalogue, { 'runtime/shared': '😀é' });
    const { prompt, digest: named, bytes, parts } = assemble(source, worker);
    expect(prompt).toBe(executorPrompt.replace('Shared text.', '😀é'));
    expect(named).toBe(digest(prompt));
    expect(bytes).toBe(executorPrompt.length - 'Shared text.'.length + 6);
    expect(parts[0]).toEqual({ key: 'runtime/shared', source: 'override', start: 0, end: 3 });
    expect(parts[1]).toEqual({ key: 'runtime/worker', source: 'default', start: 5, end: 17 });
    expect(parts.at(-1)?.end).toBe(prompt.length);
  });

  it('P7 is complete for an orchestrator only', () => {
    expect(assemble(sourceOf(), orchestrator).complete).toBe(true);
    expect(assemble(sourceOf(), worker).complete).toBe(false);
  });

  it("P6 tells the source of each entry: default, the team's, or made from a template", () => {
    const common = ['runtime/shared default', 'team/communication default', 'team/delivery default'];
    expect(entries(orchestrator)).toEqual([...common, 'runtime/environment generated', 'runtime/policy generated']);
    const team = { 'runtime/shared': 'S', 'team/delivery': 'D', 'runtime/policy': '{rules}{mode}{version}' };
    expect(entries(orchestrator, team)).toEqual([
      'runtime/shared override',
      'team/communication default',
      'team/delivery team',
      'runtime/environment generated',
      'runtime/policy override',
    ]);
  });

  it('P1 puts runtime/policy/none in the place of a policy without enabled rules, as overridden', () => {
    const none: Inputs = { ...orchestrator, policy: disabled };
    expect(entries(none).at(-1)).toBe('runtime/policy/none generated');
    expect(textsOf(none).get('runtime/policy/none')).toBe('## Policy\n\nVersion 7, mode ask: nothing is enabled.');
    const team = { 'runtime/policy/none': 'None in {mode}.', 'runtime/policy': 'Some.' };
    expect([...textsOf(none, team)].at(-1)).toEqual(['runtime/policy/none', 'None in ask.']);
    expect(entries({ ...none, policy: { ...policy, rules: [] } }).at(-1)).toBe('runtime/policy/none generated');
  });

  it('P2 takes team texts in canonical form', () => {
    const team = { 'runtime/shared': '\uFEFFOne\r\nTwo\rThree\n\n\n', 'team/communication': '\n Write.\r\n' };
    const texts = textsOf(worker, team);
    expect(texts.get('runtime/shared')).toBe('One\nTwo\nThree');
    expect(texts.get('team/communication')).toBe('## Communication\n\n\n Write.');
  });

  it('P2 leaves out an entry whose text is empty; a section keeps its heading', () => {
    const empty = { 'runtime/shared': '\r\n', 'team/communication': '', 'runtime/environment': '' };
    expect(assemble(sourceOf(catalogue, empty), worker).prompt).toBe('Worker text.\n\n## Communication');
    expect(entries(worker, empty)).toEqual(['runtime/worker default', 'team/communication team']);
    expect(entries(worker, {}, withTexts({ 'runtime/worker': '' }))).not.toContain('runtime/worker default');
  });

  it('P2 leaves out a template that is filled with nothing, and no extra line where one ends in nothing', () => {
    const nothing: Inputs = { ...orchestrator, variables: [] };
    expect(entries(nothing, { 'runtime/environment': '{variables}\n' })).not.toContain('runtime/environment override');
    const texts = textsOf(nothing, { 'runtime/environment': '## Values\n\n{variables}' });
    expect(texts.get('runtime/environment')).toBe('## Values');
  });

  it('P6 gives an empty prompt its digest, too', () => {
    const silent = { ...manifest, order: { orchestrator: [], worker: [] } };
    const made = assemble(sourceOf({ ...catalogue, manifest: silent }), worker);
    expect(made).toEqual({ prompt: '', digest: digest(''), bytes: 0, parts: [], complete: false });
  });

  it('D5 C2 gives no part in the prompt to an override of a removed part, or of the note', () => {
    const team = { 'runtime/gone': 'Gone.', 'ticket/rules': 'Anything goes.', 'team/skill/x': 'X.' };
    const rules = [{ id: 'r', name: 'R', instruction: 'Do.' }];
    for (const inputs of [orchestrator, worker, inferred(rules)]) {
      expect(assemble(sourceOf(catalogue, team), inputs)).toEqual(assemble(sourceOf(), inputs));
    }
  });

  it('D6 uses an override that lacks a placeholder as it is', () => {
    expect(textsOf(worker, { 'runtime/environment': 'No values.' }).get('runtime/environment')).toBe('No values.');
  });

  it('P6 refuses a release of another format rather than to make other bytes', () => {
    const source = sourceOf();
    const later = { ...source, release: { ...source.release, format: 2 } };
    expect(() => assemble(later, worker)).toThrow(UnknownFormat);
  });
});

describe('a prompt above the limit (P9)', () => {
  const value = 'é'.repeat(100_000);
  const inputs: Inputs = { ...worker, variables: [{ name: 'v', value }] };
  const repeated = (times: number) => sourceOf(catalogue, { 'runtime/environment': '{variables}'.repeat(times) });
  const faultOf = (times: number, limit?: number) => {
    try {
      finish(assembleInSteps(repeated(times), inputs, limit));
    } catch (error) {
      if (error instanceof Refusal) return (error.details as { errors: object[] }).errors[0];
      throw error;
    }
    return null;
  };

  it('P9 is refused with its bytes and the limit, counted before anything is joined: joined, it could not be held', () => {
    const times = 30_000;
    const limit = PROMPT_LIMIT_BYTES;
    const one = finish(assembleInSteps(repeated(1), inputs)).bytes;
    const bytes = one + (times - 1) * Buffer.byteLength(`- v: ${value}`);
    expect(faultOf(times, limit)).toMatchObject({ path: '', code: 'prompt_too_large', bytes, limit });
  });

  it('P9 is allowed exactly at the limit, and without a limit for what is on record', () => {
    const { bytes } = assemble(repeated(2), inputs);
    expect([faultOf(2, bytes), faultOf(2, bytes - 1), faultOf(2)]).toEqual([
      null,
      expect.objectContaining({ bytes, limit: bytes - 1 }),
      null,
    ]);
  });
});
