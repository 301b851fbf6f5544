import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createToken, listTokens, noteUses, revokeToken } from './administer.ts';

const NOW = Date.parse('2026-12-01T10:00:00.000Z');
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  file = join(folder, 'tokens.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the tokens file', () => {
  it('is made with the first token, for its owner alone, and holds no token but its hash', async () => {
    const { token, listed } = await createToken(file, { name: 'ci', role: 'host', days: 30 }, NOW);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.slice('plm_'.length, 20));
    expect(await listTokens(file)).toEqual([listed]);
    expect(listed).toMatchObject({ name: 'ci', role: 'host', expires: '2026-12-31T10:00:00.000Z', last_used: null });
    expect(listed).not.toHaveProperty('hash');
  });

  it('keeps every token of many made at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `token ${String(index)}`);
    await Promise.all(names.map((name) => createToken(file, { name, role: 'auditor', days: null }, NOW)));
    expect((await listTokens(file)).map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('never loses a revocation to a use noted at the same time (X4)', async () => {
    const { listed } = await createToken(file, { name: 'a', role: 'editor', days: null }, NOW);
    const notes = Array.from({ length: 10 }, (_, index) => noteUses(file, new Map([[listed.id, NOW + index]])));
    await Promise.all([...notes.slice(0, 5), revokeToken(file, listed.id, NOW), ...notes.slice(5)]);
    const [token] = await listTokens(file);
    expect(token?.revoked).toBe('2026-12-01T10:00:00.000Z');
    expect(token?.last_used).toBe('2026-12-01T10:00:00.009Z');
  });

  it('revokes once, and says so where there is no such token', async () => {
    const { listed } = await createToken(file, { name: 'a', role: 'editor', days: null }, NOW);
    await revokeToken(file, listed.id, NOW);
    expect((await revokeToken(file, listed.id, NOW + 5_000))?.revoked).toBe('2026-12-01T10:00:00.000Z');
    expect(await revokeToken(file, 'ffffffffffff', NOW)).toBeNull();
  });

  it('is told missing or damaged by name, and never made anew over a damaged one', async () => {
    await expect(listTokens(file)).rejects.toMatchObject({ reason: 'missing' });
    await expect(revokeToken(file, 'ffffffffffff', NOW)).rejects.toMatchObject({ reason: 'missing' });
    for (const text of ['', '{', '[]', '{"format":2,"key":"x","tokens":[]}']) {
      writeFileSync(file, text);
      const creating = createToken(file, { name: 'a', role: 'admin', days: null }, NOW);
      await expect(creating).rejects.toMatchObject({ reason: 'damaged' });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  it('is never made one that is not read again', async () => {
    await createToken(file, { name: 'a', role: 'admin', days: null }, NOW);
    const before = readFileSync(file, 'utf8');
    for (const name of ['', ' ', 'x'.repeat(201), 'a\nb', '\u001b[2J'])
      await expect(createToken(file, { name, role: 'admin', days: null }, NOW)).rejects.toThrow();
    await expect(createToken(file, { name: 'a', role: 'admin', days: 1e9 }, NOW)).rejects.toThrow();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('may be a link, which stays one: both names are one file, changed under one lock', async () => {
    await createToken(file, { name: 'first', role: 'admin', days: null }, NOW);
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    const names = Array.from({ length: 10 }, (_, index) => `token ${String(index)}`);
    await Promise.all(
      names.map((name, at) => createToken(at % 2 ? file : link, { name, role: 'auditor', days: null }, NOW)),
    );
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect((await listTokens(file)).map(({ name }) => name).sort()).toEqual(['first', ...names].sort());
  });
});
