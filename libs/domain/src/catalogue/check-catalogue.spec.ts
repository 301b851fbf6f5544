import { describe, expect, it } from '@jest/globals';
import { catalogue, manifest, withManifest, withTexts } from '../../test/small-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { recordOf } from './decide-release.ts';
import { noReleases } from './state.ts';

const { skills } = manifest;

describe('checkCatalogue', () => {
  it('finds nothing in a catalogue without faults', () => {
    expect(checkCatalogue(catalogue)).toEqual([]);
  });

  it.each<[string, Catalogue, string[]]>([
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
});
