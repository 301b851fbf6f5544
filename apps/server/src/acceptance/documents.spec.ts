import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const data = dataFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess(data.path);
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

/** The commands of the README's consoles, each with the output that is printed there. */
function consoleCommands(markdown: string): { command: string; output: string }[] {
  const blocks = [...markdown.matchAll(/```console\n([\s\S]*?)```/g)].map((block) => block[1] ?? '');
  return blocks.flatMap((block) =>
    block.split(/^\$ /m).flatMap((entry) => {
      const found = /^(curl (?:[^']|'[^']*')*?)\n([\s\S]*)$/.exec(entry);
      return found === null ? [] : [{ command: found[1] ?? '', output: (found[2] ?? '').trim() }];
    }),
  );
}

/** `…` in a printed output stands for anything. */
const pattern = (output: string) =>
  new RegExp(
    `^${output
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  );

describe('the documents', () => {
  it('README: each curl line prints what the README says, in order, from a fresh start', async () => {
    const commands = consoleCommands(read('README.md'));
    expect(commands).toHaveLength(6);
    for (const { command, output } of commands) {
      const local = command.replaceAll('http://127.0.0.1:4004', server.url);
      const { stdout } = await promisify(execFile)('sh', ['-c', local]);
      expect(stdout).toMatch(pattern(output));
    }
  });

  it('docs/walk.md: every path that it names exists, and each file stands in the folder it says', () => {
    const paths = [...read('docs/walk.md').matchAll(/`((?:libs|apps)\/[^`]+)`/g)].map((found) => found[1] ?? '');
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
  });

  it('README, docs: every link to a file of the repository leads somewhere', () => {
    for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/adr/README.md', 'docs/adr/0001-event-log.md']) {
      const folder = file.replace(/[^/]*$/, '');
      const links = [...read(file).matchAll(/\]\((?!http)([^)#]+)[^)]*\)/g)].map((found) => folder + (found[1] ?? ''));
      expect(links.filter((link) => !existsSync(root + link))).toEqual([]);
    }
  });
});
