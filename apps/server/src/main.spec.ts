import { openSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { runMain } from '../test/run-main.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const FLAGS = ['--help', '--version', '--end-with-parent', '--allow-downgrade'];

describe('the arguments of the server', () => {
  test('--help names every one and where the settings are told; --version prints the version alone', async () => {
    const help = await runMain({}, ['--help']).ended;
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out.match(/^ {2}(--[a-z-]+)/gm)?.map((each) => each.trim())).toEqual(FLAGS);
    expect(help.out).toContain('docs/operating.md');
    const version = await runMain({}, ['--version']).ended;
    expect(version).toEqual({ code: 0, err: '', out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  test.each([
    [['--what'], 'argument --what'],
    [['serve'], 'argument serve'],
    [['--what', '--help', '-x'], 'arguments --what -x'],
    [['--version=2'], 'argument --version=2'],
  ])('%j is wrong use: 2, and each is named', async (args, named) => {
    const { code, out, err } = await runMain({}, args).ended;
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: `palimpsest: it knows no ${named}; it knows ${FLAGS.join(', ')}\n`,
    });
  });
});

describe('output that cannot be written', () => {
  const start = (args: readonly string[], stdio: [number | 'ignore', number | 'pipe']) =>
    spawnSync(process.execPath, [MAIN, ...args], {
      env: {
        PATH: process.env['PATH'],
        PALIMPSEST_STORE: 'memory',
        PALIMPSEST_PORT: '0',
        PALIMPSEST_LOG_LEVEL: 'fatal',
      },
      encoding: 'utf8',
      stdio: ['ignore', ...stdio],
    });

  test.each([[['--help']], [['--version']], [[]]])('%j: one line that says so and why, and 1', (args) => {
    const { status, stderr } = start(args, [openSync('/dev/full', 'w'), 'pipe']);
    expect(stderr).toBe('palimpsest: the output could not be written: no space left on device (ENOSPC)\n');
    expect(status).toBe(1);
  });

  test('errors that cannot be written change no exit code', () => {
    expect(start(['--what'], ['ignore', openSync('/dev/full', 'w')]).status).toBe(2);
  });
});
