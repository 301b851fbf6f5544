import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from '../../test/deployment.ts';
import { run } from '../../test/run.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const deployment = new Deployment();
const HIDDEN = 'mind \u202ethe\u2066 gap\u200b 👩‍💻';
const SHOWN = 'mind \\u{202e}the\\u{2066} gap\\u{200b} 👩‍💻';

beforeAll(async () => {
  await deployment.serve();
  const sections = { delivery: { text: `${HIDDEN}\n` } };
  const skills = { review: { description: HIDDEN, body: HIDDEN } };
  const draft = deployment.file('draft.json', { base_revision: 0, message: HIDDEN, sections, skills });
  expect((await deployment.run('save', draft)).code).toBe(0);
  expect((await deployment.run('assemble', '--role', 'worker', '--session', 's')).code).toBe(0);
});
afterAll(() => deployment.remove());

describe('output that cannot be written', () => {
  const verbs: readonly (readonly [string])[] = [
    ...['show', 'show team/delivery', 'parts', 'parts team/delivery', 'history', 'history team/delivery', 'diff 0 1'],
    ...[
      'assemble --role worker',
      'sessions',
      'sessions s',
      'sessions s --use 1',
      'verify',
      'upgrade --check',
      'rebuild',
    ],
    ...[
      'save same.json --dry-run',
      'restore 1 --dry-run',
      'restore-defaults --dry-run',
      '--help',
      '--version',
      'serve',
    ],
  ].map((verb) => [verb]);

  it.each(verbs)('%s: one line that says so and why, and 1', (verb) => {
    deployment.file('same.json', { base_revision: 1, sections: {} });
    const json = verb.startsWith('-') || verb === 'serve' ? [] : [[], ['--json']];
    for (const more of json.length === 0 ? [[]] : json) {
      const full = openSync('/dev/full', 'w');
      const env = { PATH: process.env['PATH'], ...deployment.environment, PALIMPSEST_PORT: '0' };
      const options = {
        cwd: deployment.folder,
        env: { ...env, PALIMPSEST_LOG_LEVEL: 'fatal' },
        encoding: 'utf8',
      } as const;
      const args = [MAIN, ...verb.split(' '), ...more];
      const { status, stderr } = spawnSync(process.execPath, args, { ...options, stdio: ['ignore', full, 'pipe'] });
      closeSync(full);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'palimpsest: the output could not be written: no space left on device (ENOSPC)\n',
      });
    }
  });

  it.each([
    ['a reader that goes, as head does, is no failure', '| head -c 1', { code: 0, err: '' }],
    ['nor is an output that was closed', '>&-', { code: 0, err: '' }],
    ['a closed error output changes no exit code', '--bogus 2>&-', { code: 2, err: '' }],
    ['nor does one that cannot be written', '--bogus 2>/dev/full', { code: 2, err: '' }],
  ])('%s', async (_, how, expected) => {
    const shell = `set -o pipefail; "$0" "$1" assemble --role worker ${how}`;
    const env = { PATH: process.env['PATH'], ...deployment.environment };
    const child = spawn('bash', ['-c', shell, process.execPath, MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual(expected);
  });
});

describe('what is hidden in a text', () => {
  it.each(['show', 'parts team/delivery', 'history', 'diff 0 1'])('%s writes it out for people', async (verb) => {
    const { out } = await deployment.run(...verb.split(' '));
    expect(out).toContain(SHOWN);
    expect(out).not.toMatch(/[\u202e\u2066\u200b]/);
  });

  it.each(['show --json', 'parts team/delivery --json', 'history --json', 'diff 0 1 --json', 'show team/delivery'])(
    '%s leaves it as it is, for programs',
    async (verb) => {
      expect((await deployment.run(...verb.split(' '))).out).toContain(HIDDEN);
    },
  );

  it('the report of a conflict, and errors, write it out', async () => {
    const draft = deployment.file('stale.json', { base_revision: 0, sections: { delivery: { text: `x${HIDDEN}` } } });
    const stale = await deployment.run('save', draft);
    expect(stale.code).toBe(3);
    expect(stale.err).toContain(`is    | ${SHOWN}`);
    expect(stale.err).toContain(`draft | x${SHOWN}`);
    const unknown = await deployment.run(`${HIDDEN}\x1b[31m`);
    expect(unknown.err).toContain(`unknown command '${SHOWN}\\u{1b}[31m'`);
    const missing = await deployment.run('save', `/nowhere/${HIDDEN}`);
    expect(missing.err).toContain(`/nowhere/${SHOWN} cannot be read`);
    expect(stale.err + unknown.err + missing.err).not.toMatch(/[\u202e\u2066\u200b\u001b]/);
  });

  it('what another server sends gets no control over the terminal, also where there are colours', async () => {
    const message = 'a\u001b[31mb\u001b]0;title\u0007';
    const item = { revision: 1, timestamp: '2026-12-01T00:00:00.000Z', origin: 'tool', actor: message, message };
    const version = { ...item, predecessor: 0, kind: 'saved', restored_from: null, request: null, changed: [message] };
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ items: [version], next_cursor: null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    for (const colour of [{}, { FORCE_COLOR: '1' }]) {
      const { out } = await run(['history'], { PALIMPSEST_URL: url, ...colour });
      expect(out).toContain('a\\u{1b}[31mb\\u{1b}]0;title\\u{7}');
      expect(out).not.toContain('\u0007');
    }
    server.close();
  });
});
