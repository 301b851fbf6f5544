import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assemble } from '../assembly/assemble.ts';
import { catalogue, manifest, sourceOf, withManifest, withTexts } from '../../test/small-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { recordOf } from './decide-release.ts';
import type { RecordedManifest } from './manifest.ts';
import { noReleases } from './state.ts';

type Part = RecordedManifest['parts'][number];
const { parts, sections, skills, order } = manifest;
const extra: Part = { key: 'runtime/extra', file: 'prompts/extra.md', placeholders: [], summary: 'More.' };
const withPart = (changed: Partial<Part>): Catalogue => {
  const part = { ...extra, ...changed };
  const text = part.placeholders.map((name) => `{${name}}`).join(' ');
  return { ...withTexts({ [part.key]: text }), manifest: { ...manifest, parts: [...parts, part] } };
};
const orders = (changed: Partial<typeof order>): Catalogue => withManifest({ order: { ...order, ...changed } });
const [first, ...others] = sections;
if (first === undefined) throw new Error('the small catalogue has sections');
const heading = (text: string): Catalogue => withManifest({ sections: [{ ...first, heading: text }, ...others] });

describe('checkCatalogue', () => {
  it('finds nothing in a catalogue without faults', () => {
    expect(checkCatalogue(catalogue)).toEqual([]);
  });

  it.each<[string, Catalogue, string[]]>([
    [
      'C3 a part key twice',
      withManifest({ parts: [...parts, ...parts.slice(0, 1)] }),
      ['the part key runtime/shared is there twice'],
    ],
    [
      'C3 a section name twice',
      withManifest({ sections: [...sections, first] }),
      ['the section name communication is there twice'],
    ],
    [
      'C3 a skill name twice',
      withManifest({ skills: [...skills, ...skills] }),
      ['the skill name github is there twice', 'the part of a skill skill/github is there twice'],
    ],
    [
      'C3 a placeholder twice',
      withPart({ placeholders: ['variables', 'variables'] }),
      ['the placeholder of runtime/extra variables is there twice'],
    ],
    [
      'C1 a part key below team/',
      withPart({ key: 'team/extra' }),
      ["the part key team/extra is below team/, which is the team's"],
    ],
    [
      'C2 the key of the note as a part',
      withPart({ key: 'ticket/rules', placeholders: ['rules'] }),
      ['the part key ticket/rules is that of the note', 'ticket/rules declares {rules}'],
    ],
    ['C2 an empty part key', withPart({ key: '' }), ['a part has an empty key']],
    [
      'P2 an empty section name',
      withManifest({ sections: [...sections, { ...first, name: '' }] }),
      ['a section has an empty name', 'team/ has no text'],
    ],
    ['P2 an empty heading', heading(' '), ['the section communication has an empty heading']],
    ['P2 a heading of two lines', heading('One\u2028Two'), ['the heading of section communication must be one line']],
    [
      'S8 a heading with a control character',
      heading('One\u0007'),
      ['the heading of section communication holds the control character U+0007'],
    ],
    [
      'P8 a skill that points to no part',
      withManifest({ skills: [...skills, { name: 'x', part: 'skill/x', description: 'X.' }] }),
      ['the skill x points to skill/x, which is no part'],
    ],
    [
      'P8 a skill without a name',
      withManifest({
        skills: [...skills, { name: '', part: 'runtime/worker', description: 'X.' }],
        order: { ...order, worker: [] },
      }),
      ['a skill has an empty name'],
    ],
    [
      'P8 a skill without a description',
      withManifest({ skills: skills.map((skill) => ({ ...skill, description: ' ' })) }),
      ['the skill github has an empty description'],
    ],
    [
      'P8 a skill with placeholders',
      {
        manifest: {
          ...manifest,
          parts: parts.map((part) => (part.key === 'skill/github' ? { ...part, placeholders: ['variables'] } : part)),
        },
        texts: new Map([...catalogue.texts, ['skill/github', '{variables}']]),
      },
      ["skill/github is a skill's text, which is read on demand and never filled"],
    ],
    [
      'P1 an unknown key in an order',
      orders({ worker: ['runtime/none'] }),
      ['the order of the worker names runtime/none, which is no part and no section'],
    ],
    [
      'P1 a key twice in an order',
      orders({ worker: ['runtime/shared', 'runtime/shared'] }),
      ['the order of the worker names runtime/shared twice'],
    ],
    [
      "P1 the policy in the worker's order",
      orders({ worker: ['runtime/policy'] }),
      ["the order of the worker names runtime/policy, and the policy is never in a worker's prompt"],
    ],
    [
      "P1 the empty policy in the worker's order",
      orders({ worker: ['runtime/policy/none'] }),
      ['the order of the worker names runtime/policy/none, which takes the place of runtime/policy'],
    ],
    [
      "P1 the empty policy in the orchestrator's order",
      orders({ orchestrator: ['runtime/policy/none', 'runtime/policy'] }),
      ['the order of the orchestrator names runtime/policy/none, which takes the place of runtime/policy'],
    ],
    [
      'P5 a policy that is not last',
      orders({ orchestrator: ['runtime/policy', 'runtime/shared'] }),
      ['runtime/policy must be last in the order of the orchestrator'],
    ],
    [
      'P1 the note in an order',
      orders({ worker: ['ticket/rules'] }),
      ['the order of the worker names ticket/rules, which stands last for an inferred Ticket by itself'],
    ],
    [
      'P8 a skill in an order',
      orders({ worker: ['skill/github'] }),
      ['the order of the worker names skill/github, a skill'],
    ],
    [
      'P1 a policy without its counterpart',
      withManifest({ parts: parts.filter(({ key }) => key !== 'runtime/policy/none') }),
      ['runtime/policy is in the order, but there is no part runtime/policy/none'],
    ],
    [
      "P5 the policy's placeholders in another part",
      withPart({ placeholders: ['version', 'variables', 'rules'] }),
      ['runtime/extra declares {version}, {rules}, which only runtime/policy and runtime/policy/none may'],
    ],
    ['C3 a part without a text', withTexts({ 'runtime/worker': undefined }), ['runtime/worker has no text']],
    ['C3 a section without a text', withTexts({ 'team/delivery': undefined }), ['team/delivery has no text']],
    ['C3 no note', withTexts({ 'ticket/rules': undefined }), ['ticket/rules has no text']],
    [
      'C3 a template without its placeholders',
      withTexts({ 'runtime/policy': '{mode} {Rules}' }),
      [
        'the text of runtime/policy lacks its placeholder {version}',
        'the text of runtime/policy lacks its placeholder {rules}',
      ],
    ],
    [
      'P1 a note without its rules',
      withTexts({ 'ticket/rules': 'rules' }),
      ['the text of ticket/rules lacks its placeholder {rules}'],
    ],
    [
      'S8 a text with a control character',
      withTexts({ 'team/delivery': 'a\u0000b' }),
      ['the text of team/delivery holds the control character U+0000 at offset 1'],
    ],
    [
      'S8 a description with a control character',
      withManifest({ skills: skills.map((skill) => ({ ...skill, description: 'a\u001B' })) }),
      ['the description of skill github holds the control character U+001B'],
    ],
  ])('refuses %s', (_, faulty, starts) => {
    const faults = checkCatalogue(faulty);
    expect(faults).toEqual(starts.map((start) => expect.stringContaining(start)));
    // Every sentence begins with what is wrong.
    expect(faults.map((fault, index) => fault.startsWith(starts[index] ?? ''))).toEqual(starts.map(() => true));
  });

  it('allows an order without a policy, an empty text, and a template of variables for both roles', () => {
    expect(checkCatalogue(orders({ orchestrator: ['runtime/shared'] }))).toEqual([]);
    expect(checkCatalogue(withTexts({ 'team/delivery': '' }))).toEqual([]);
    expect(checkCatalogue(withPart({ placeholders: ['variables'] }))).toEqual([]);
  });

  it('C3 allows 1,000,000 bytes as one event and refuses one more, counted in UTF-8 JSON', () => {
    const bytes = ({ manifest: m, texts }: Catalogue) =>
      Buffer.byteLength(
        JSON.stringify(recordOf(noReleases, { manifest: m, texts }, { now: '2026-12-01T09:30:00.000Z', format: 1 })),
      );
    const filled = (characters: number) => withTexts({ 'team/delivery': `"é${'x'.repeat(characters)}` });
    const room = 1_000_000 - bytes(filled(0));
    expect(bytes(filled(room))).toBe(1_000_000);
    expect(checkCatalogue(filled(room))).toEqual([]);
    expect(checkCatalogue(filled(room + 1))).toEqual([
      'the catalogue takes 1000001 bytes as one event and at most 1000000 are allowed; shorten its texts',
    ]);
  });

  it('whatever order it accepts, the policy is last for an orchestrator and never there for a worker (P1)', () => {
    const key = fc.constantFrom(
      ...parts.map(({ key: each }) => each),
      'team/communication',
      'team/delivery',
      'ticket/rules',
    );
    const policy = { version: 1, mode: 'auto', rules: [{ id: 'r', name: 'R', instruction: 'Do.', enabled: true }] };
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 4 }),
        fc.uniqueArray(key, { maxLength: 4 }),
        (orchestrator, worker) => {
          const each = orders({ orchestrator, worker });
          if (checkCatalogue(each).length > 0) return;
          accepted += 1;
          const main = assemble(sourceOf(each), { role: 'orchestrator', variables: [], policy });
          expect(main.parts.findIndex(({ key: found }) => found === 'runtime/policy')).toBe(
            orchestrator.includes('runtime/policy') ? main.parts.length - 1 : -1,
          );
          const executor = assemble(sourceOf(each), { role: 'worker', variables: [], ticket: { kind: 'explicit' } });
          expect(executor.parts.map(({ key: found }) => found)).toEqual(worker);
          expect(executor.prompt).not.toContain('Policy');
        },
      ),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
