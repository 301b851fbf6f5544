import { afterEach, describe, expect, it } from '@jest/globals';
import { CatalogueError } from '@palimpsest/application';
import { manifest, removeFolders, folderWith, folderWithManifest, skill } from '../test/small-folder.ts';
import { catalogueFiles } from './catalogue-files.ts';

afterEach(removeFolders);

/** What the start would print. */
async function refusalOf(folder: string): Promise<string> {
  try {
    await catalogueFiles(folder).load();
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogueError);
    return (error as CatalogueError).message.replace(`the built-in folder ${folder} cannot be used: `, '');
  }
  throw new Error('the folder was taken');
}
const [shared, wiki] = manifest.parts;
const [style] = manifest.sections;

describe('catalogueFiles', () => {
  it('C1 C4 reads any folder of the shape: canonical texts by entry key, skills with their descriptions', async () => {
    const bom = Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Shared.\r\nAll.\r\n\r\n')]);
    const folder = folderWith({ 'prompts/shared.md': bom, 'skills/wiki/SKILL.md': skill.replaceAll('\n', '\r\n') });
    const { manifest: read, texts } = await catalogueFiles(folder).load();
    expect(read).toEqual({
      ...manifest,
      skills: [{ name: 'wiki', part: 'skill/wiki', description: 'How to use the wiki.' }],
    });
    expect([...texts]).toEqual([
      ['runtime/shared', 'Shared.\nAll.'],
      ['skill/wiki', '## Wiki\n\nText.'],
      ['team/style', 'Short.'],
      ['ticket/rules', 'Only these:\n\n{rules}'],
    ]);
  });

  it('reads the folder afresh each time', async () => {
    const source = catalogueFiles(folderWith());
    expect((await source.load()).texts.get('team/style')).toBe('Short.');
    removeFolders();
    await expect(source.load()).rejects.toThrow(CatalogueError);
  });

  it('C3 says that a folder without a manifest is not the one', async () => {
    expect(await refusalOf(folderWith({ 'prompts/catalogue.json': null }))).toBe(
      'prompts/catalogue.json is missing; name a folder that holds it',
    );
    expect(await refusalOf('/nowhere/at/all')).toBe('prompts/catalogue.json is missing; name a folder that holds it');
  });

  it.each([
    ['{', /^prompts\/catalogue\.json is not valid JSON; correct it: ./],
    ['[]', /^prompts\/catalogue\.json has not the right shape; correct the whole: ./],
    [
      '{"version": "1.0.0",\n "order": {},\n "order": {}}',
      /^prompts\/catalogue\.json has a key twice in one object, in line 3; remove one$/,
    ],
    ['{"\u0000', /^prompts\/catalogue\.json is not valid JSON/],
  ])('C3 refuses %j as a manifest', async (text, message) => {
    expect(await refusalOf(folderWith({ 'prompts/catalogue.json': text }))).toMatch(message);
  });

  it('C1 names each fault of the shape by its place', async () => {
    const parts = [
      { ...shared, placeholders: ['policy'] },
      { ...wiki, key: 'team/wiki' },
    ];
    const message = await refusalOf(folderWithManifest({ parts, version: '1', extra: [], notes: {} }));
    for (const place of ['/version', '/parts/0/placeholders/0', '/parts/1/key', '/extra', '/notes/inferred_ticket']) {
      expect(message).toContain(`${place}: `);
    }
  });

  it('C3 names every file that cannot be used, in one error', async () => {
    const folder = folderWith({ 'prompts/style.md': null, 'prompts/note.md': Uint8Array.from([0x61, 0xc3, 0x28]) });
    expect(await refusalOf(folder)).toBe(
      [
        '2 faults',
        '- prompts/style.md is missing; add it or remove it from the manifest',
        '- prompts/note.md is not valid UTF-8; save it as UTF-8',
      ].join('\n'),
    );
  });

  it('C3 P1 refuses what the catalogue as a whole must not be, by its rules', async () => {
    expect(await refusalOf(folderWithManifest({ sections: [style, style] }))).toBe(
      'prompts/catalogue.json: the section name style is there twice; remove one',
    );
    expect(await refusalOf(folderWith({ 'prompts/note.md': 'No placeholder.' }))).toBe(
      'prompts/catalogue.json: the text of ticket/rules lacks its placeholder {rules}; put it in, or declare it no longer',
    );
    const skills = [...manifest.skills, { name: 'none', part: 'skill/none' }];
    expect(await refusalOf(folderWithManifest({ skills }))).toMatch(
      /^prompts\/catalogue\.json: the skill none points to/,
    );
  });

  it('C2 takes the name of a skill from its file and compares it with the manifest', async () => {
    expect(await refusalOf(folderWithManifest({ skills: [{ name: 'other', part: 'skill/wiki' }] }))).toBe(
      'skills/wiki/SKILL.md names its skill "wiki", the manifest "other"; make them equal',
    );
  });
});
