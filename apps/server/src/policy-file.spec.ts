import { afterAll, expect, test } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PolicyUnavailable } from '@palimpsest/application';
import { dataFolder } from '../test/server-process.ts';
import { policyFile } from './policy-file.ts';

const folder = dataFolder();
afterAll(folder.remove);
const file = join(folder.path, 'policy.json');
const policy = { version: 1, mode: 'supervised', rules: [{ id: 'r1', name: 'n', instruction: 'i', enabled: true }] };
const source = policyFile(file);

const reason = async (contents: string | Buffer): Promise<string> => {
  writeFileSync(file, contents);
  const error: unknown = await source.current().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PolicyUnavailable);
  return (error as Error).message;
};

test('without a file there is no policy', async () => {
  expect(await policyFile(null).current()).toBeNull();
});

test('P5 the file is read afresh at each call', async () => {
  writeFileSync(file, JSON.stringify(policy));
  expect(await source.current()).toEqual(policy);
  writeFileSync(file, JSON.stringify({ ...policy, version: 2 }));
  expect(await source.current()).toEqual({ ...policy, version: 2 });
});

test('P5 a file that does not hold a policy is policy_unavailable, and told without its place', async () => {
  expect(await reason('{"version":')).toContain('not JSON');
  expect(await reason(Buffer.from([0x22, 0xff, 0x22]))).toContain('UTF-8');
  expect(await reason(JSON.stringify({ ...policy, mode: 'a\nb' }))).toContain('/mode');
  expect(await reason(JSON.stringify({ ...policy, mode: 'a\0b' }))).toContain('/mode');
  expect(await reason(JSON.stringify({ ...policy, more: 1 }))).toContain('/more');
  expect(await reason(JSON.stringify({ ...policy, rules: [...policy.rules, ...policy.rules] }))).toContain(
    '/rules/1/id: is the id of /rules/0 too',
  );
  expect(await reason('{}')).not.toContain(folder.path);
});

test('P5 a file that is gone is policy_unavailable, and one that is back serves', async () => {
  rmSync(file);
  await expect(source.current()).rejects.toBeInstanceOf(PolicyUnavailable);
  writeFileSync(file, JSON.stringify(policy));
  expect(await source.current()).toEqual(policy);
});
