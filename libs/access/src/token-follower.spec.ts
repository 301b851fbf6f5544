import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createToken, listTokens, revokeToken } from './administer.ts';
import { TokenFollower } from './token-follower.ts';

const NOW = Date.parse('2026-12-01T10:00:00.000Z');
let folder: string;
let file: string;
let follower: TokenFollower;
let reports: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  file = join(folder, 'tokens.json');
  await createToken(file, { name: 'first', role: 'admin', days: null }, NOW);
  reports = [];
  follower = new TokenFollower(file, (event, details) => void reports.push(`${event} ${JSON.stringify(details)}`));
  await follower.start();
});
afterEach(async () => {
  await follower.stop();
  rmSync(folder, { recursive: true });
});
const names = () => follower.current?.tokens.map(({ name }) => name) ?? null;
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(20);
}

describe('following the tokens file (X4)', () => {
  it('takes what is created and revoked', async () => {
    const { listed } = await createToken(file, { name: 'second', role: 'host', days: null }, NOW);
    await until(() => names()?.length === 2);
    await revokeToken(file, listed.id, NOW);
    await until(() => follower.current?.tokens.some(({ revoked }) => revoked !== null) ?? false);
    expect(names()).toEqual(['first', 'second']);
  });

  it('takes another file that is renamed over it', async () => {
    const other = join(folder, 'other.json');
    await createToken(other, { name: 'elsewhere', role: 'host', days: null }, NOW);
    renameSync(other, file);
    await until(() => names()?.[0] === 'elsewhere');
    expect(follower.problem).toBeNull();
  });

  it('lets nobody in while it is gone, says so, and goes on when it is back', async () => {
    const kept = join(folder, 'kept.json');
    copyFileSync(file, kept);
    rmSync(file);
    await until(() => names() === null);
    expect(follower.problem).toContain('nobody is let in');
    renameSync(kept, file);
    await until(() => names() !== null);
    expect(follower.problem).toBeNull();
    expect(reports).toHaveLength(2);
  });

  it.each(['', '{"format":1', '{"format":1,"key":"","tokens":[]}'])(
    'keeps the last good one in force where it is damaged, and says so: %s',
    async (text) => {
      writeFileSync(file, text);
      await until(() => follower.problem !== null);
      expect(names()).toEqual(['first']);
      expect(follower.problem).toContain('the last good one is in force');
      expect(reports.join()).not.toContain('plm_');
    },
  );

  it('writes the last use at its end', async () => {
    const id = follower.current?.tokens[0]?.id ?? '';
    follower.used(id, NOW + 1);
    await follower.stop();
    expect((await listTokens(file))[0]?.last_used).toBe('2026-12-01T10:00:00.001Z');
  });

  it('writes last uses at most once a minute', async () => {
    const clock = jest.spyOn(performance, 'now');
    try {
      const id = follower.current?.tokens[0]?.id ?? '';
      const lastUse = async () => (await listTokens(file))[0]?.last_used ?? null;
      const written = async (at: number) => {
        while ((await lastUse()) !== new Date(at).toISOString()) await setTimeout(20);
      };
      clock.mockReturnValue(1_000_000);
      follower.used(id, NOW + 1);
      await written(NOW + 1);
      follower.used(id, NOW + 2);
      clock.mockReturnValue(1_060_000);
      const before = readFileSync(file, 'utf8');
      // Longer than it looks once.
      await setTimeout(1_200);
      expect(readFileSync(file, 'utf8')).toBe(before);
      clock.mockReturnValue(1_060_001);
      await written(NOW + 2);
    } finally {
      clock.mockRestore();
    }
  });

  it('refuses to start with a file that is missing or damaged', async () => {
    writeFileSync(join(folder, 'bad.json'), '{}');
    for (const [name, reason] of [
      ['none.json', 'missing'],
      ['bad.json', 'damaged'],
    ] as const)
      await expect(new TokenFollower(join(folder, name), () => undefined).start()).rejects.toMatchObject({ reason });
  });
});
