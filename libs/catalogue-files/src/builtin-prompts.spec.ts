import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import {
  assemble,
  ASSEMBLY_FORMAT,
  currentRelease,
  decideRelease,
  defaultText,
  evolveCatalogue,
  noReleases,
  type Inputs,
} from '@palimpsest/domain';
import { catalogueFiles } from './catalogue-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const options = { now: '2026-12-01T09:30:00.000Z', format: ASSEMBLY_FORMAT, allowDowngrade: false };

/** The default prompt that the product's own folder gives, through all that a start does. */
async function defaultPrompt(inputs: Inputs) {
  const decision = decideRelease(noReleases, await catalogueFiles(root).load(), options);
  if (!('record' in decision)) throw new Error('a first release is always recorded');
  const state = evolveCatalogue(noReleases, decision.record, 0n);
  const release = currentRelease(state);
  const defaults = (key: string) => defaultText(state, release, key) ?? '';
  return assemble({ release, defaults, team: new Map() }, inputs);
}

const variables = [{ name: 'repository', value: 'acme/shop' }];
const rule = { id: 'typos', name: 'Typos', instruction: 'Fix typos in documents.' };
const policy = { version: 12, mode: 'ask', rules: [{ ...rule, enabled: true }] };
const sections = ['team/communication', 'team/ticket_scope', 'team/delivery'].map((key) => `${key} default`);
const replies = ['runtime/subscriptions default', 'runtime/replies default'];
const prompts: [string, Inputs, string[]][] = [
  [
    'the main Session',
    { role: 'orchestrator', variables, policy },
    [
      ...['runtime/shared default', 'runtime/orchestrator default', ...sections, ...replies],
      ...['runtime/dispatch default', 'runtime/admission default', 'runtime/handoff/orchestrator default'],
      ...['runtime/environment generated', 'runtime/policy generated'],
    ],
  ],
  [
    'the main Session, no rule enabled',
    { role: 'orchestrator', variables, policy: { ...policy, rules: [] } },
    [
      ...['runtime/shared default', 'runtime/orchestrator default', ...sections, ...replies],
      ...['runtime/dispatch default', 'runtime/admission default', 'runtime/handoff/orchestrator default'],
      ...['runtime/environment generated', 'runtime/policy/none generated'],
    ],
  ],
  [
    'an Executor of an inferred Ticket',
    { role: 'worker', variables, ticket: { kind: 'inferred', rules: [rule] } },
    [
      ...['runtime/shared default', 'runtime/worker default', ...sections, ...replies],
      ...['runtime/work default', 'runtime/handoff/worker default', 'runtime/environment generated'],
      'ticket/rules generated',
    ],
  ],
];

describe("the product's own catalogue", () => {
  it.each(prompts)('P1 P6 gives %s its entries in order', async (_, inputs, entries) => {
    const { parts } = await defaultPrompt(inputs);
    expect(parts.map(({ key, source }) => `${key} ${source}`)).toEqual(entries);
  });

  it.each(prompts)('P3 P4 fills every placeholder for %s', async (_, inputs) => {
    const { prompt } = await defaultPrompt(inputs);
    expect(prompt).not.toMatch(/[{}]/);
    expect(prompt).toContain('\n\n- repository: acme/shop\n\n');
  });

  it('P4 writes the policy with each enabled rule, and the note with each matched one', async () => {
    const [main, , executor] = await Promise.all(prompts.map(([, inputs]) => defaultPrompt(inputs)));
    expect(main?.prompt).toContain('- Version: 12\n- Accept mode: ask\n');
    expect(main?.prompt).toContain('\n\n- Typos (typos): Fix typos in documents.\n\n');
    expect(executor?.prompt).toContain('\n\n- Typos (typos): Fix typos in documents.\n\n');
    expect(executor?.prompt).not.toContain('Accept mode');
  });
});
