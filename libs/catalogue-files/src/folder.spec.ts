import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { folderWith, removeFolders } from '../test/small-folder.ts';
import { FileFault, readInside } from './folder.ts';

afterEach(removeFolders);

const faultOf = (folder: string, file: string): Promise<string> =>
  readInside(folder, file).then(
    () => 'read',
    (error: unknown) => {
      expect(error).toBeInstanceOf(FileFault);
      return (error as FileFault).message;
    },
  );

describe('readInside', () => {
  it('C3 refuses a file outside the folder, however it is named', async () => {
    const folder = folderWith();
    writeFileSync(join(folder, '../outside.md'), 'Outside.');
    for (const file of ['../outside.md', 'prompts/../../outside.md', join(folder, '../outside.md'), '..', '.']) {
      expect(await faultOf(folder, file)).toBe(
        `${file} is outside the folder; move the file into it and name it relative to it`,
      );
    }
    expect(await faultOf(folder, join(folder, 'prompts/shared.md'))).toContain('is outside the folder');
  });

  it('C3 refuses a link that leads out of the folder, of a file or of a folder above it', async () => {
    const folder = folderWith();
    mkdirSync(join(folder, '../other'));
    writeFileSync(join(folder, '../other/a.md'), 'Outside.');
    symlinkSync('../../other/a.md', join(folder, 'prompts/link.md'));
    symlinkSync('../../other', join(folder, 'prompts/linked'));
    expect(await faultOf(folder, 'prompts/link.md')).toContain('is outside the folder');
    expect(await faultOf(folder, 'prompts/linked/a.md')).toContain('is outside the folder');
  });

  it('takes links within the folder, a link to the folder itself, and names that begin with dots', async () => {
    const folder = folderWith({ '..prompts/a.md': 'A.' });
    symlinkSync('shared.md', join(folder, 'prompts/link.md'));
    symlinkSync(folder, join(folder, '../link'));
    expect(await readInside(folder, 'prompts/link.md')).toBe('Shared.\n');
    expect(await readInside(join(folder, '../link'), 'prompts/shared.md')).toBe('Shared.\n');
    expect(await readInside(folder, '..prompts/a.md')).toBe('A.');
  });

  it('C3 refuses what is missing, dangling or in a loop', async () => {
    const folder = folderWith();
    symlinkSync('nowhere.md', join(folder, 'dangling.md'));
    symlinkSync('loop.md', join(folder, 'loop.md'));
    expect(await faultOf(folder, 'none.md')).toBe('none.md is missing; add it or remove it from the manifest');
    expect(await faultOf(folder, 'prompts/shared.md/x')).toContain('is missing');
    expect(await faultOf(folder, 'dangling.md')).toContain('is missing');
    expect(await faultOf(folder, 'loop.md')).toBe('loop.md cannot be read (ELOOP)');
  });

  it('refuses what is no file without waiting for it', async () => {
    const folder = folderWith();
    expect(await faultOf(folder, 'prompts')).toBe('prompts is no file; put a text file there');
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    expect(await faultOf(folder, 'pipe.md')).toBe('pipe.md is no file; put a text file there');
  });

  it('C3 refuses a file that no event could hold', async () => {
    const folder = folderWith({ 'most.md': 'x'.repeat(1_000_000), 'more.md': 'x'.repeat(1_000_001) });
    expect((await readInside(folder, 'most.md')).length).toBe(1_000_000);
    expect(await faultOf(folder, 'more.md')).toBe('more.md has 1000001 bytes, at most 1000000 are allowed; shorten it');
  });

  it.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xe2, 0x82]], [[0x61, 0x00e9]]])(
    'C3 refuses the bytes %j, which are no UTF-8',
    async (bytes) => {
      const folder = folderWith({ 'a.md': Uint8Array.from(bytes) });
      expect(await faultOf(folder, 'a.md')).toBe('a.md is not valid UTF-8; save it as UTF-8');
    },
  );

  it('C4 leaves a byte order mark to the canonical form', async () => {
    const folder = folderWith({ 'a.md': '\uFEFF\uFEFFA' });
    expect(await readInside(folder, 'a.md')).toBe('\uFEFF\uFEFFA');
  });

  it('names the fault of a folder that went away', async () => {
    const folder = folderWith();
    renameSync(folder, `${folder}-moved`);
    expect(await faultOf(folder, 'prompts/shared.md')).toContain('prompts/shared.md is missing');
  });
});
