import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { read } from '../../test/imports.ts';
import { ownServer } from '../../test/own-server.ts';

const server = ownServer();

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
});
