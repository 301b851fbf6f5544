import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from '../../test/run.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-tokens-'));
  file = join(folder, 'tokens.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const token = (...args: string[]) => run(['token', ...args], { PALIMPSEST_TOKENS: file });
const json = async (...args: string[]) => {
  const { code, out, err } = await token(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
};
const create = (name: string, role: string, ...more: string[]) =>
  json('create', '--name', name, '--role', role, ...more);
interface Stored {
  tokens: Record<string, unknown>[];
}
/** Changes the first token as it stands in the file. */
function edit(change: Record<string, unknown>): void {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  stored.tokens[0] = { ...stored.tokens[0], ...change };
  writeFileSync(file, JSON.stringify(stored));
}

describe('token create', () => {
  it('prints the token alone on standard output, for scripts, and what to do with it on standard error', async () => {
    const { code, out, err } = await token('create', '--name', 'ci', '--role', 'host');
    expect(code).toBe(0);
    expect(out).toMatch(/^plm_[A-Za-z0-9_-]{43}\n$/);
    expect(err).toMatch(/for ci \(host\), which does not expire.*Bearer.*PALIMPSEST_TOKEN.*token revoke [0-9a-f]{12}/s);
    expect(err).not.toContain(out.trim());
    expect(readFileSync(file, 'utf8')).not.toContain(out.trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('gives programs what was made, with the token', async () => {
    const made = await create('Ada', 'editor', '--expires', '30');
    expect(made).toMatchObject({ name: 'Ada', role: 'editor', revoked: null, last_used: null });
    expect(made['token']).toMatch(/^plm_/);
    expect(Date.parse(String(made['expires'])) - Date.parse(String(made['created']))).toBe(30 * 86_400_000);
    expect(made).not.toHaveProperty('hash');
  });

  it('takes another file with --file', async () => {
    const other = join(folder, 'other.json');
    expect((await run(['token', 'create', '--name', 'a', '--role', 'admin', '--file', other])).code).toBe(0);
    expect((await run(['token', 'list', '--file', other])).out).toContain('admin');
    expect((await token('list')).code).toBe(1);
  });

  it.each([
    ['a worker, with the remedy', ['--name', 'a', '--role', 'worker'], 'POST /v1/sessions'],
    ['an unknown role', ['--name', 'a', '--role', 'boss'], 'editor, orchestrator, host, auditor, admin'],
    ['no role', ['--name', 'a'], '--role <role>'],
    ['no name', ['--role', 'host'], '--name <name>'],
    ['an empty name', ['--name', ' ', '--role', 'host'], '--name must not be empty'],
    ['a name of two lines', ['--name', 'a\nb', '--role', 'host'], '--name must be one line'],
    ['a name that colours', ['--name', 'a\u001b[31m', '--role', 'host'], '--name must be one line'],
    ['an overlong name', ['--name', 'x'.repeat(201), '--role', 'host'], '200 characters'],
    ['no day', ['--name', 'a', '--role', 'host', '--expires', '0'], 'a whole number from 1 to 3650'],
    ['half a day', ['--name', 'a', '--role', 'host', '--expires', '1.5'], 'a whole number from 1 to 3650'],
    ['too many days', ['--name', 'a', '--role', 'host', '--expires', '3651'], 'a whole number from 1 to 3650'],
  ])('refuses %s: wrong use, and no file is made', async (_, args, says) => {
    const { code, out, err } = await token('create', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
    expect(() => statSync(file)).toThrow();
  });

  it('says in a line where the file cannot be made', async () => {
    const { code, err } = await run(['token', 'create', '--name', 'a', '--role', 'host', '--file', '/nowhere/t.json']);
    expect(code).toBe(1);
    expect(err).toMatch(/^palimpsest: the tokens file \/nowhere\/t\.json cannot be changed: [^\n]+\n$/);
  });
});

describe('token list', () => {
  it('is a table of what is valid, expired and revoked, without any hash', async () => {
    await create('first', 'editor', '--expires', '1');
    const second = await create('second', 'host');
    await create('third', 'auditor');
    edit({ expires: '2020-01-01T00:00:00.000Z' });
    await token('revoke', String(second['id']));
    const { code, out } = await token('list');
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^id +name +role +created +expires +last used +state$/);
    expect(rows.map((row) => row.split(/ {2,}/).at(-1))).toEqual(['expired', 'revoked', 'valid']);
    const { items } = await json('list');
    expect((items as { state: string }[]).map(({ state }) => state)).toEqual(['expired', 'revoked', 'valid']);
    expect(out + JSON.stringify(items)).not.toMatch(/sha256|hash|plm_/);
  });

  it('shows a name of odd characters, of a file that another hand wrote, as what it is', async () => {
    await create('a', 'host');
    edit({ name: 'x\u001b[2J\u202e\ny' });
    const { out } = await token('list');
    expect(out).toContain('x\\u{1b}[2J\\u{202e}\\u{a}y');
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('token revoke', () => {
  it('revokes once; again it says so, and that is no failure', async () => {
    const { id } = await create('ci', 'host');
    expect(await token('revoke', String(id))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Token [0-9a-f]{12} of ci is revoked/),
    });
    expect(await token('revoke', String(id))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Token [0-9a-f]{12} of ci was revoked before, /),
    });
    expect(await json('revoke', String(id))).toMatchObject({ id, state: 'revoked' });
  });

  it('names an id that is none', async () => {
    await create('ci', 'host');
    const { code, err } = await token('revoke', 'nope\u001b[31m');
    expect(code).toBe(1);
    expect(err).toBe(`palimpsest: ${file} has no token nope\\u{1b}[31m; "palimpsest token list" lists them\n`);
  });
});

describe('the tokens file', () => {
  it.each([['create', '--name', 'a', '--role', 'host'], ['list'], ['revoke', '0']])(
    'is to be named for %s: wrong use, which tells both ways',
    async (...args) => {
      const { code, err } = await run(['token', ...args]);
      expect(code).toBe(2);
      expect(err).toMatch(/^palimpsest: .*PALIMPSEST_TOKENS.*--file FILE\n$/);
    },
  );

  it.each([['list'], ['revoke', '0']])('is said to be missing by %s, which makes none', async (...args) => {
    const { code, out, err } = await token(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      `palimpsest: there is no tokens file ${file}; "palimpsest token create" makes it with its first token\n`,
    );
    expect(() => statSync(file)).toThrow();
  });

  it.each([['create', '--name', 'a', '--role', 'host'], ['list'], ['revoke', '0']])(
    'is said to be damaged by %s, which leaves it',
    async (...args) => {
      for (const damaged of ['', '{"format":1', '{"format":1,"key":"secret","tokens":[]}']) {
        writeFileSync(file, damaged);
        const { code, out, err } = await token(...args);
        expect({ code, out }).toEqual({ code: 1, out: '' });
        expect(err).toMatch(/^palimpsest: the tokens file [^\n]+ is damaged[^\n]*; restore it from a backup[^\n]*\n$/);
        expect(err).not.toContain('secret');
        expect(readFileSync(file, 'utf8')).toBe(damaged);
      }
    },
  );
});
