import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deployment } from '../../test/deployment.ts';
import { run, type Environment } from '../../test/run.ts';

const folder = new Deployment();
let team: Deployment;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  const PALIMPSEST_TOKENS = folder.path('tokens.json');
  for (const role of ['editor', 'auditor', 'host']) {
    const { out } = await run(['token', 'create', '--name', `the ${role}`, '--role', role], { PALIMPSEST_TOKENS });
    tokens[role] = out.trim();
  }
  team = await new Deployment({ PALIMPSEST_TOKENS }).serve();
});
afterAll(async () => {
  await team.remove();
  await folder.remove();
});
const as = (role: string, ...args: string[]) =>
  run(args, { ...team.environment, PALIMPSEST_TOKEN: tokens[role] ?? '' });

describe('PALIMPSEST_TOKEN says who asks (X1)', () => {
  it('saves under the name of the token', async () => {
    const draft = team.file('work.md', 'Our words on work.');
    expect((await as('editor', 'save', draft, '--part', 'runtime/work', '--base', '0')).code).toBe(0);
    expect((await as('auditor', 'history')).out).toContain('the editor (panel)');
  });

  it('not set: refused, and told to set it', async () => {
    const { code, out, err } = await run(['show'], team.environment);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(
      /\(unauthenticated\)\n.* set PALIMPSEST_TOKEN to a token; "palimpsest token create" makes one\n$/,
    );
  });

  it.each(['plm_unknown', 'x'])('no valid one: refused, and it is not told again: %s', async (token) => {
    const { code, err } = await run(['show'], { ...team.environment, PALIMPSEST_TOKEN: token });
    expect(code).toBe(3);
    expect(err).toContain('PALIMPSEST_TOKEN holds no token that is valid here');
    expect(err).not.toContain('plm_unknown');
  });

  it.each(['two words', 'line\nbreak', 'é'])(
    'no token at all is wrong use, and it is not told again',
    async (token) => {
      const { code, err } = await run(['show'], { ...team.environment, PALIMPSEST_TOKEN: token });
      expect(code).toBe(2);
      expect(err).toBe('palimpsest: PALIMPSEST_TOKEN must be a token as "palimpsest token create" prints it\n');
    },
  );

  it('of a role that may not do this: the roles that may', async () => {
    const { code, err } = await as('host', 'show');
    expect(code).toBe(3);
    expect(err).toMatch(/\(forbidden\)\n.*one of the roles editor, orchestrator, auditor, admin\n$/);
    const refused = await as('auditor', 'restore-defaults', '--json');
    expect(JSON.parse(refused.err)).toMatchObject({ code: 'forbidden', roles: ['editor', 'orchestrator', 'admin'] });
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
async function listen(answer: Answer): Promise<{ port: number; close: () => Promise<void> }> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}
const TOKEN = 'plm_a-secret-of-the-test';
const show = (port: number, host = '127.0.0.1', more: Environment = {}) =>
  run(['sessions'], { PALIMPSEST_URL: `http://${host}:${String(port)}`, PALIMPSEST_TOKEN: TOKEN, ...more });

describe('the token goes to the server of PALIMPSEST_URL alone', () => {
  it.each([301, 302, 303, 307, 308])('a redirect (%i) carries it nowhere', async (status) => {
    const seen: string[] = [];
    const elsewhere = await listen((request, response) => {
      seen.push(request.url ?? '');
      response.end('{}');
    });
    const server = await listen((request, response) => {
      seen.push(request.headers.authorization ?? '');
      const location = `http://127.0.0.1:${String(elsewhere.port)}/`;
      response
        .writeHead(status, { location, 'content-type': 'application/json' })
        .end('{"items":[],"next_cursor":null}');
    });
    const { code, out, err } = await show(server.port);
    await Promise.all([server.close(), elsewhere.close()]);
    expect(seen).toEqual([`Bearer ${TOKEN}`]);
    expect(code).toBe(4);
    expect(out + err).not.toContain(TOKEN);
  });

  it('over plain http to another machine: a warning, once, without the token', async () => {
    const asked: (string | undefined)[] = [];
    const server = await listen(({ url, headers }, response) => {
      asked.push(headers.authorization);
      const next_cursor = url?.includes('cursor=') ? null : 'next';
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items: [], next_cursor }));
    });
    const far = await show(server.port, '0.0.0.0');
    const near = await show(server.port);
    const without = await show(server.port, '0.0.0.0', { PALIMPSEST_TOKEN: '' });
    await server.close();
    expect(asked).toEqual([...Array.from({ length: 4 }, () => `Bearer ${TOKEN}`), undefined, undefined]);
    expect(far.err).toMatch(/^palimpsest: PALIMPSEST_TOKEN goes to 0\.0\.0\.0:\d+ without TLS[^\n]*\n$/);
    expect([far.code, near.err, without.err]).toEqual([0, '', '']);
    expect(far.out + far.err).not.toContain(TOKEN);
  });

  it('what cannot be reached is told without it, and an address with a password is wrong use without that', async () => {
    const { err } = await show(1);
    expect(err).not.toContain(TOKEN);
    const { code, err: told } = await show(1, 'ada:hidden@127.0.0.1');
    expect(code).toBe(2);
    expect(told).toBe('palimpsest: PALIMPSEST_URL must not hold a name or password; PALIMPSEST_TOKEN says who asks\n');
  });
});
