import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { run, start } from '../../test/run.ts';

const VERBS =
  'serve show parts save restore restore-defaults history diff assemble sessions verify upgrade rebuild token';

describe('the use of the command', () => {
  it('--help lists the verbs and the exit codes, --version the version', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect([...out.matchAll(/^ {2}([a-z-]+) /gm)].map(([, verb]) => verb)).toEqual(VERBS.split(' '));
    expect(out).toContain('Exit codes: 0 done');
    expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each([
    ['no verb', [], 'Usage: palimpsest'],
    ['an unknown verb', ['bogus'], "palimpsest: unknown command 'bogus'"],
    ['an unknown option', ['show', '--bogus'], "palimpsest: unknown option '--bogus'"],
    ['a missing argument', ['save'], "palimpsest: missing required argument 'file'"],
    ['a missing role', ['assemble'], "palimpsest: required option '--role <role>' not specified"],
    ['an unknown role', ['assemble', '--role', 'boss'], 'Allowed choices are orchestrator, worker'],
    ['a revision that is no number', ['restore', '2abc'], 'It must be a revision, a whole number, or "latest".'],
    ['a limit of nothing', ['history', '--limit', '0'], 'It must be a whole number, 1 or more.'],
    [
      'a file that is not there',
      ['save', '/nowhere/draft.json'],
      'palimpsest: /nowhere/draft.json cannot be read (ENOENT)',
    ],
    ['a key that leads elsewhere', ['parts', '..'], 'palimpsest: ".." is no key'],
    ['an upgrade without --check', ['upgrade'], 'palimpsest: say upgrade --check'],
    ['an unknown read model', ['rebuild', 'nope'], 'palimpsest: there is no read model nope; they are versions, uses'],
    [
      'a preview for a Session',
      ['assemble', '--role', 'worker', '--session', 's', '--revision', '1'],
      'always gets the latest',
    ],
  ])('%s is wrong use: 2, told on standard error', async (_what, args, says) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
  });

  it.each([
    ['PALIMPSEST_URL', 'nowhere', ['show']],
    ['PALIMPSEST_STORE', 'oracle', ['verify']],
    ['PALIMPSEST_PORT', '99999', ['serve']],
  ])('a bad %s is wrong use, told by its name', async (name, value, args) => {
    const { code, err } = await run(args, { [name]: value });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^palimpsest: ${name} must be .+\n$`));
  });
});

const listen = async (status: number, body: string): Promise<{ server: Server; url: string }> => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
};

describe('what cannot be reached gives 4', () => {
  it('no server, with the address and the remedy', async () => {
    const { server, url } = await listen(200, '');
    await new Promise((resolve) => server.close(resolve));
    const { code, err } = await run(['show'], { PALIMPSEST_URL: url });
    expect(code).toBe(4);
    expect(err).toBe(
      `palimpsest: the server at ${url} cannot be reached (ECONNREFUSED); start it with "palimpsest serve", or set PALIMPSEST_URL\n`,
    );
  });

  it('another program at that address', async () => {
    const { server, url } = await listen(200, '<html>');
    const { code, err } = await run(['show'], { PALIMPSEST_URL: url });
    await new Promise((resolve) => server.close(resolve));
    expect({ code, err }).toEqual({
      code: 4,
      err: `palimpsest: what answers at ${url} is no Palimpsest server; set PALIMPSEST_URL to its address\n`,
    });
  });

  it.each([['verify'], ['upgrade --check'], ['rebuild']])('no log for %s, which makes none', async (verb) => {
    const { code, err } = await run(verb.split(' '), { PALIMPSEST_DATA: '/nowhere/data' });
    expect(code).toBe(4);
    expect(err).toMatch(/^palimpsest: there is no event log \/nowhere\/data\/log\.sqlite: name the data folder/);
  });

  it('the memory store, which is inside of its server', async () => {
    expect(await run(['verify'], { PALIMPSEST_STORE: 'memory' })).toMatchObject({ code: 4 });
  });
});

describe('serve', () => {
  it('says where it listens and ends with 0 at SIGTERM', async () => {
    const child = start(['serve'], { PALIMPSEST_STORE: 'memory', PALIMPSEST_PORT: '0' });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
  });

  it('tells in a line why it does not start', async () => {
    const { server, url } = await listen(200, '');
    const env = { PALIMPSEST_STORE: 'memory', PALIMPSEST_PORT: new URL(url).port, PALIMPSEST_LOG_LEVEL: 'fatal' };
    const { code, out, err } = await run(['serve'], env);
    await new Promise((resolve) => server.close(resolve));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^palimpsest: the address 127\.0\.0\.1:\d+ is taken; .+\n$/);
  });
});
