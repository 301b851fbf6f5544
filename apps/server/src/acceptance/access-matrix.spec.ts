import { request } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessRoles, createToken, reachOf, revokeToken, tokenRoles } from '@palimpsest/access';
import { accessMatrix, operations } from '@palimpsest/edge-http';
import { startProcess, type ServerProcess } from '../../test/server-process.ts';

const DAY_MS = 86_400_000;
const inputs = { role: 'worker', variables: [] };

/** A right request of each operation: another route needs a line here, or this test fails. Paths stand for the Session s1. */
const examples: Readonly<Record<string, { readonly path: string; readonly body?: unknown }>> = {
  getConfiguration: { path: '/v1/configuration' },
  replaceConfiguration: { path: '/v1/configuration', body: { base_revision: 0, configuration: {}, dry_run: true } },
  changeConfiguration: { path: '/v1/configuration', body: { base_revision: 0, dry_run: true } },
  restoreDefaults: { path: '/v1/defaults/restore', body: { base_revision: 0, dry_run: true } },
  listParts: { path: '/v1/parts' },
  getPart: { path: '/v1/parts/runtime/work' },
  listReleases: { path: '/v1/releases' },
  getRelease: { path: '/v1/releases/1' },
  listVersions: { path: '/v1/versions' },
  getHistory: { path: '/v1/history/runtime/work' },
  getVersion: { path: '/v1/versions/1' },
  compareVersions: { path: '/v1/versions/0/diff/1' },
  restoreVersion: { path: '/v1/versions/1/restore', body: { base_revision: 0, dry_run: true } },
  assemblePrompt: { path: '/v1/sessions/s1/prompt', body: inputs },
  previewPrompt: { path: '/v1/preview', body: inputs },
  registerSession: { path: '/v1/sessions', body: { session: 's9', role: 'worker' } },
  listSessions: { path: '/v1/sessions' },
  getSession: { path: '/v1/sessions/s1' },
  reproducePrompt: { path: '/v1/sessions/s1/uses/1/prompt' },
  getSessionVersion: { path: '/v1/sessions/s1/revisions/1' },
  listSkills: { path: '/v1/sessions/s1/skills' },
  loadSkill: { path: '/v1/sessions/s1/skills/github' },
  listEvents: { path: '/v1/events' },
  streamChanges: { path: '/v1/changes' },
  listViews: { path: '/v1/views' },
  rebuildView: { path: '/v1/views/uses/rebuild' },
  getHealth: { path: '/healthz' },
  getReadiness: { path: '/readyz' },
  getDocument: { path: '/openapi.json' },
  getDocs: { path: '/docs' },
  getDocsFile: { path: '/docs/start.js' },
  getMe: { path: '/v1/me' },
  getLogin: { path: '/login' },
  getLoginFile: { path: '/login/page/login.js' },
  login: { path: '/login', body: { token: 'plm_none' } },
  logout: { path: '/logout' },
  startOpenId: { path: '/login/oidc' },
  finishOpenId: { path: '/login/oidc/callback' },
};

/** What a caller sees: 401, 403, or neither. */
type Cell = 'unauthenticated' | 'forbidden' | 'let in';

let folder: string;
let server: ServerProcess;
const tokens = new Map<string, string>();

interface Answer {
  readonly status: number;
  readonly body: string;
}

let asked = 0;

/** Sends the path as it is, where fetch would tidy it up; each request from an address of its own, so that failed tries do not add up. */
function ask(method: string, path: string, token: string | undefined, body?: unknown): Promise<Answer> {
  const url = new URL(server.url);
  asked += 1;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const localAddress = `127.0.${String(1 + Math.floor(asked / 250))}.${String(1 + (asked % 250))}`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, method, path, headers, localAddress }, (response) => {
      const status = response.statusCode ?? 0;
      // A stream of changes never ends by itself.
      if (response.headers['content-type']?.startsWith('text/event-stream')) sent.destroy();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('close', () => {
        resolve({ status, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const parsed = ({ body }: Answer) => JSON.parse(body) as Record<string, unknown>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'access-'));
  const file = join(folder, 'tokens.json');
  const now = Date.now();
  for (const role of tokenRoles) tokens.set(role, (await createToken(file, { name: role, role, days: 1 }, now)).token);
  tokens.set('expired', (await createToken(file, { name: 'old', role: 'admin', days: 1 }, now - 2 * DAY_MS)).token);
  const revoked = await createToken(file, { name: 'revoked', role: 'admin', days: null }, now);
  tokens.set('revoked', revoked.token);
  await revokeToken(file, revoked.listed.id, now);
  server = await startProcess(folder, { PALIMPSEST_TOKENS: file });
  const admin = tokens.get('admin');
  const save = { base_revision: 0, sections: { delivery: { text: 'Link the Issue.' } } };
  expect((await ask('PATCH', '/v1/configuration', admin, save)).status).toBe(201);
  for (const session of ['s1', 's2'])
    expect((await ask('POST', `/v1/sessions/${session}/prompt`, admin, inputs)).status).toBe(200);
  for (const [name, session, role] of [
    ['worker', 's1', 'worker'],
    ['worker of another Session', 's2', 'worker'],
    ['worker of a Session never used', 's7', 'worker'],
    ["orchestrator's Session", 'main', 'orchestrator'],
  ] as const) {
    const registered = await ask('POST', '/v1/sessions', tokens.get('host'), { session, role });
    tokens.set(name, String(parsed(registered)['token']));
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('who may do what, cell by cell (X1, X3)', () => {
  const routes = Object.entries(operations).flatMap(([id, route]) =>
    (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]).map((method) => ({ id, method, right: route.right })),
  );
  const callers = [
    'nobody',
    'revoked',
    'expired',
    ...accessRoles,
    'worker of another Session',
    'worker of a Session never used',
    "orchestrator's Session",
  ];

  function cellOf(id: string, status: number): Cell {
    // A wrong token in the body of a login is refused for itself, not for its caller.
    if (status === 401 && id !== 'login') return 'unauthenticated';
    return status === 403 ? 'forbidden' : 'let in';
  }

  function due(caller: string, right: (typeof routes)[number]['right']): Cell {
    if (right === 'public') return 'let in';
    if (['nobody', 'revoked', 'expired'].includes(caller)) return 'unauthenticated';
    const role = accessRoles.find((each) => caller.startsWith(each));
    if (role === undefined) throw new Error(`who is ${caller}?`);
    const reach = reachOf(right, role);
    if (reach === 'own') return caller === 'worker' ? 'let in' : 'forbidden';
    return reach === null ? 'forbidden' : 'let in';
  }

  it('has a right request for every operation', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(operations).sort());
  });

  it(`tries ${String(callers.length)} callers on ${String(routes.length)} routes and methods, and leaves none undecided`, async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const { id, method, right } of routes) {
      for (const caller of callers) {
        const { path, body } = examples[id] ?? { path: '' };
        const response = await ask(method, path, tokens.get(caller), body);
        const code = String(response.status);
        const cell = cellOf(id, response.status);
        if (cell !== due(caller, right))
          wrong.push(`${method} ${path} as ${caller}: ${code}, not ${due(caller, right)}`);
        if (response.status >= 500) wrong.push(`${method} ${path} as ${caller}: ${code}`);
        cells += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(routes.length * callers.length);
  });

  it('is published as docs/access.md says', () => {
    const file = fileURLToPath(new URL('../../../../docs/access.md', import.meta.url));
    expect(readFileSync(file, 'utf8')).toBe(accessMatrix(operations));
  });
});

describe("a worker's token and what is not its own (X3, U4)", () => {
  const elsewhere = [
    '/v1/sessions/s2',
    '/v1/sessions/%73%32',
    '/v1/sessions/s1%2F..%2Fs2',
    '/v1/sessions/s1/../s2',
    '/v1/sessions/S1',
    '/v1/sessions//s2',
    '/v1/sessions/s2/',
    '/v1//sessions/s2',
    '/V1/sessions/s2',
    '/v1/SESSIONS/s2',
    '/v1/sessions/s2/uses/1/prompt',
    '/v1/sessions/s2/revisions/1',
    '/v1/sessions/s2/skills',
    '/v1/sessions/s2/skills/github',
    '/v1/sessions/nobody',
    '/v1/versions/1',
    '/v1/versions/%31',
    '/v1/versions/latest',
    '/v1/versions',
    '/v1/versions/0/diff/1',
    '/v1/history/runtime/work',
    '/v1/history/runtime%2Fwork',
    '/v1/configuration',
    '/v1/configuration?session=s1',
    '/v1/events',
    '/v1/events?type=RevisionUsed',
    '/v1/changes',
    '/v1/sessions',
    '/v1/parts',
    '/v1/releases/1',
    '/v1/views',
  ];

  it.each(elsewhere)('is denied %s, in the words of any other denial', async (path) => {
    const response = await ask('GET', path, tokens.get('worker'));
    expect([403, 404]).toContain(response.status);
    expect(response.body).not.toContain('Link the Issue.');
    expect(parsed(response)['code']).toBe(response.status === 404 ? 'unknown_path' : 'forbidden');
  });

  it('is told the same of a Session that there is and of one that there is not', async () => {
    const bodies = await Promise.all(
      ['s2', 'nobody'].map(async (session) => {
        const answer = await ask('GET', `/v1/sessions/${session}`, tokens.get('worker'));
        return JSON.stringify({ ...parsed(answer), instance: '' });
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('reads the revisions that it worked under, and no other', async () => {
    const worker = tokens.get('worker');
    expect((await ask('GET', '/v1/sessions/s1/revisions/1', worker)).status).toBe(200);
    const other = await ask('GET', '/v1/sessions/s1/revisions/0', worker);
    expect([other.status, parsed(other)['code']]).toEqual([403, 'revision_not_used']);
  });

  it('asks for the prompt of its own role only', async () => {
    const policy = { version: 1, mode: 'ask', rules: [] };
    const body = { role: 'orchestrator', variables: [], policy };
    const refused = await ask('POST', '/v1/sessions/s7/prompt', tokens.get('worker of a Session never used'), body);
    expect([refused.status, parsed(refused)['code']]).toEqual([409, 'role_mismatch']);
    expect((await ask('GET', '/v1/sessions/s7', tokens.get('admin'))).status).toBe(404);
  });
});
