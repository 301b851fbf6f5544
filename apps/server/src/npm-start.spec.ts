import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { slowSave } from '../test/slow-save.ts';
import { dataFolder } from '../test/server-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let folder: ReturnType<typeof dataFolder>;
beforeEach(() => {
  folder = dataFolder();
});
afterEach(() => {
  folder.remove();
});

/** Starts a program with a process group of its own, as a shell does; what listens in the end holds its output open. */
async function start(command: string, args: readonly string[]) {
  const env = { ...process.env, PALIMPSEST_PORT: '0', PALIMPSEST_DATA: folder.path };
  const child = spawn(command, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.resume();
  const gone = once(child, 'close') as Promise<[number | null]>;
  let out = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    out += String(text);
    const url = /^listening on (\S+)\n/m.exec(out)?.[1];
    if (url !== undefined)
      return { pid: child.pid ?? 0, gone, url, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  }
  throw new Error(`it ended before it listened: ${out}`);
}

// The scripts before the start are left out: they build what is built.
const npmStart = () => start('npm', ['start', '--ignore-scripts']);
type Started = Awaited<ReturnType<typeof npmStart>>;

const ends: readonly (readonly [string, (npm: Started) => unknown])[] = [
  ['SIGTERM to npm', ({ kill }) => kill('SIGTERM')],
  ['SIGINT to npm', ({ kill }) => kill('SIGINT')],
  ['SIGHUP to npm', ({ kill }) => kill('SIGHUP')],
  ['SIGKILL to npm', ({ kill }) => kill('SIGKILL')],
  ['Ctrl-C, SIGINT to npm and all below it', ({ pid }) => process.kill(-pid, 'SIGINT')],
  ['SIGTERM to npm and all below it', ({ pid }) => process.kill(-pid, 'SIGTERM')],
  ['a closed terminal, SIGHUP to npm and all below it', ({ pid }) => process.kill(-pid, 'SIGHUP')],
];

describe('a server that npm start began', () => {
  test.each(ends)('%s: nothing stays behind, and a save under way is answered', async (_, end) => {
    const npm = await npmStart();
    const save = slowSave(npm.url);
    await pause(200);
    end(npm);
    await pause(700);
    await expect(fetch(`${npm.url}/healthz`)).rejects.toThrow();
    save.finish();
    expect((await save.answered).status).toBe(201);
    await npm.gone;
  });

  test('npm waits for it, and ends as it does', async () => {
    const npm = await npmStart();
    npm.kill('SIGTERM');
    expect((await npm.gone)[0]).toBe(0);
  });
});

describe('a server that is to outlive who began it', () => {
  const goesOn = async ({ url, pid }: Started) => {
    await pause(700);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    process.kill(-pid, 'SIGKILL');
  };

  test('goes on when its parent ends, if it was not begun by npm start', async () => {
    const shell = await start('sh', ['-c', '"$0" "$1" & wait', process.execPath, MAIN]);
    shell.kill('SIGKILL');
    await goesOn(shell);
  });

  test('goes on at SIGHUP, if it was begun with nohup', async () => {
    const shell = await start('bash', ['-c', 'nohup "$0" "$1" & wait', process.execPath, MAIN]);
    process.kill(-shell.pid, 'SIGHUP');
    await goesOn(shell);
  });
});
