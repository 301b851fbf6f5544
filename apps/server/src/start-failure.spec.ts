import { afterAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runMain } from '../test/run-main.ts';
import { dataFolder } from '../test/server-process.ts';

const folder = dataFolder();
afterAll(folder.remove);
const data = join(folder.path, 'data');
const aFile = join(folder.path, 'file');
writeFileSync(aFile, 'x');
const damaged = join(folder.path, 'damaged');
mkdirSync(damaged);
writeFileSync(join(damaged, 'log.sqlite'), Buffer.alloc(50_000, 'not a database'));
const badManifest = join(folder.path, 'builtins');
mkdirSync(join(badManifest, 'prompts'), { recursive: true });
writeFileSync(join(badManifest, 'prompts/catalogue.json'), '{"version": "1.0.0"');

describe('what stops a start is told in one sentence with the remedy, without a stack trace', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a bad setting', { PALIMPSEST_PORT: 'x' }, /^palimpsest: PALIMPSEST_PORT must be .*\n$/],
    ['two of them', { PALIMPSEST_PORT: 'x', PALIMPSEST_TEAM: ':' }, /^(palimpsest: PALIMPSEST_.*\n){2}$/],
    ['a data folder that is a file', { PALIMPSEST_DATA: aFile }, /PALIMPSEST_DATA.*another\n$/],
    ['a data folder below a file', { PALIMPSEST_DATA: join(aFile, 'x') }, /PALIMPSEST_DATA.*another\n$/],
    ['a data folder that cannot be made', { PALIMPSEST_DATA: '/proc/none' }, /PALIMPSEST_DATA.*another\n$/],
    ['a damaged log', { PALIMPSEST_DATA: damaged }, /log\.sqlite is damaged: .*backup\n$/],
    ['a folder without a manifest', { PALIMPSEST_BUILTINS: folder.path }, /catalogue\.json is missing.*\n$/],
    ['no tokens on an address that others reach', { PALIMPSEST_HOST: '0.0.0.0' }, /PALIMPSEST_HOST.*TOKENS.*\n$/],
    ['the same for all of IPv6', { PALIMPSEST_HOST: '::' }, /PALIMPSEST_HOST.*TOKENS.*\n$/],
    ['a tokens file that is not there', { PALIMPSEST_TOKENS: '/nowhere/t' }, /token create.*\(PALIMPSEST_TOKENS\)\n$/],
    ['a damaged tokens file', { PALIMPSEST_TOKENS: aFile }, /damaged; .*\(PALIMPSEST_TOKENS\)\n$/],
    ['C3 a manifest that is no JSON', { PALIMPSEST_BUILTINS: badManifest }, /prompts\/catalogue\.json.*\n$/],
  ])('%s', async (_, env, expected) => {
    const { code, out, err } = await runMain({ PALIMPSEST_DATA: data, ...env }).ended;
    expect(err).toMatch(expected);
    expect(err).toMatch(/^(palimpsest: [^\n]+\n)+$/);
    expect([code, out]).toEqual([1, '']);
  });

  test('a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const env = { PALIMPSEST_PORT: port, PALIMPSEST_DATA: data, PALIMPSEST_LOG_LEVEL: 'warn' };
    const { code, err } = await runMain(env).ended;
    taken.close();
    expect(err).toMatch(
      new RegExp(`^palimpsest: the address 127\\.0\\.0\\.1:${port} is taken; [^\\n]*PALIMPSEST_PORT[^\\n]*\\n$`),
    );
    expect(code).toBe(1);
  });
});
