import { describe, expect, it } from '@jest/globals';
import { catalogue, manifest, withManifest, withTexts } from '../../test/small-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';
import type { RecordedManifest } from './manifest.ts';

type Part = RecordedManifest['parts'][number];
const { parts, sections, skills, order } = manifest;
const extra: Part = { key: 'runtime/extra', file: 'prompts/extra.md', placeholders: [], summary: 'More.' };
const withPart = (changed: Partial<Part>): Catalogue => {
  const part = { ...extra, ...changed };
  const text = part.placeholders.map((name) => `{${name}}`).join(' ');
  return { ...withTexts({ [part.key]: text }), manifest: { ...manifest, parts: [...parts, part] } };
};
const [first, ...others] = sections;
if (first === undefined) throw new Error('the small catalogue has sections');
const heading = (text: string): Catalogue => withManifest({ sections: [{ ...first, heading: text }, ...others] });

describe('checkCatalogue, on the manifest', () => {
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
      "P5 the policy's placeholders in another part",
      withPart({ placeholders: ['version', 'variables', 'rules'] }),
      ['runtime/extra declares {version}, {rules}, which only runtime/policy and runtime/policy/none may'],
    ],
  ])('refuses %s', (_, faulty, starts) => {
    const faults = checkCatalogue(faulty);
    expect(faults).toEqual(starts.map((start) => expect.stringContaining(start)));
    // Every sentence begins with what is wrong.
    expect(faults.map((fault, index) => fault.startsWith(starts[index] ?? ''))).toEqual(starts.map(() => true));
  });

  it('allows an empty text and a template of variables for both roles', () => {
    expect(checkCatalogue(withTexts({ 'team/delivery': '' }))).toEqual([]);
    expect(checkCatalogue(withPart({ placeholders: ['variables'] }))).toEqual([]);
  });
});
