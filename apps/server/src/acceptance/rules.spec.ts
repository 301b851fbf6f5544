import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, startProcess, type Answer, type ServerProcess } from '../../test/server-process.ts';

let data: ReturnType<typeof dataFolder>;
let server: ServerProcess;
const start = async (env: Readonly<Record<string, string>> = {}) => {
  server = await startProcess(data.path, env);
};
const restart = async (env: Readonly<Record<string, string>>) => {
  await server.stop();
  await start(env);
};
const patch = (base_revision: number, fields: object) =>
  server.call('PATCH', '/v1/configuration', { base_revision, ...fields });
const found = ({ body }: Answer) =>
  (body['errors'] as { path: string; code: string }[]).map(({ path, code }) => `${code} ${path}`).sort();
const ticketRule = (id: string) => ({ id, name: 'N', instruction: 'Do.' });
const rule = (id: string) => ({ ...ticketRule(id), enabled: true });

beforeEach(async () => {
  data = dataFolder();
  await start();
});
afterEach(async () => {
  await server.stop();
  data.remove();
});

describe('the rules of a save, over a real server', () => {
  it('S9 a configuration over a lowered limit is saved, restored and settled as long as it does not grow', async () => {
    const work = (text: string, more: object = {}) => ({ overrides: { 'runtime/work': { text, ...more } } });
    const { body } = await server.call('GET', '/v1/parts/runtime/work');
    const { digest } = body['default'] as { digest: string };
    await patch(0, work('a'.repeat(100)));
    await patch(1, work('b'.repeat(100)));
    await restart({ PALIMPSEST_LIMIT_BYTES: '50' });
    expect(await patch(2, work('c'.repeat(100)))).toMatchObject({ status: 201, body: { bytes: 100, limit: 50 } });
    const restored = await server.call('POST', '/v1/versions/1/restore', { base_revision: 3 });
    expect(restored).toMatchObject({ status: 201, body: { bytes: 100, restored_from: 1 } });
    expect(await patch(4, work('d'.repeat(100), { base: digest }))).toMatchObject({ status: 201 });
    const grown = await patch(5, work('e'.repeat(101)));
    expect(grown).toMatchObject({ status: 422, body: { errors: [{ code: 'size_limit_exceeded', bytes: 101 }] } });
    expect(await patch(5, work('f'.repeat(99)))).toMatchObject({ status: 201, body: { bytes: 99 } });
  });

  it('S2 null does nothing for what has no team text, whatever its name; what is no entry stays unknown', async () => {
    const skills = { feishu: null, 'Bad Name': null, never: null };
    expect(await patch(0, { skills })).toMatchObject({ status: 201, body: { revision: 1, changed: [], removed: [] } });
    const unknown = await patch(1, { sections: { nowhere: null }, overrides: { 'runtime/nowhere': null } });
    expect(found(unknown)).toEqual(['unknown_key /sections/nowhere', 'unknown_part /overrides/runtime~1nowhere']);
    const raw = await fetch(`${server.url}/v1/configuration`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"base_revision": 1, "skills": {"__proto__": null}}',
    });
    expect(await raw.json()).toMatchObject({ errors: [{ code: 'unknown_key', path: '/skills/__proto__' }] });
  });
});

describe('the rules of a prompt’s inputs, over a real server', () => {
  it.each(['/v1/sessions/s/prompt', '/v1/preview'])(
    'P4 %s refuses two rules with one id, naming both',
    async (path) => {
      const policy = { version: 1, mode: 'ask', rules: [rule('R1'), rule('R2'), { ...rule('R1'), enabled: false }] };
      const main = await server.call('POST', path, { role: 'orchestrator', variables: [], policy });
      expect(found(main)).toEqual(['invalid_field /policy/rules/2/id']);
      expect(main.text).toContain('/policy/rules/0 too');
      const ticket = { kind: 'inferred', rules: [ticketRule('R1'), ticketRule('R1')] };
      const worker = await server.call('POST', path, { role: 'worker', variables: [], ticket });
      expect(found(worker)).toEqual(['invalid_field /ticket/rules/1/id']);
      expect(worker.text).toContain('/ticket/rules/0 too');
    },
  );

  it('P4 P5 so does the deployment’s policy file, which is then unavailable', async () => {
    const file = join(data.path, 'policy.json');
    writeFileSync(file, JSON.stringify({ version: 1, mode: 'ask', rules: [rule('R1'), rule('R1')] }));
    await restart({ PALIMPSEST_POLICY: file });
    const asked = await server.call('POST', '/v1/preview', { role: 'orchestrator', variables: [] });
    expect(asked).toMatchObject({ status: 503, body: { code: 'policy_unavailable' } });
    expect(asked.text).toContain('/rules/1/id: is the id of /rules/0 too');
  });

  it('S8 S16 a preview tells all faults at once, of draft and inputs, of shape and of rules, as a save of the draft does', async () => {
    const configuration = {
      sections: { communication: { text: 5 }, nowhere: { text: 'x' } },
      skills: { feishu: { description: 'd', body: 'b' }, 'Bad Name': { description: '', body: '\u0007' } },
      overrides: { 'runtime/policy': { text: 'Nothing.' } },
    };
    const draft = found(await server.call('PUT', '/v1/configuration', { base_revision: 0, configuration }));
    expect(draft).toEqual([
      'invalid_field /configuration/sections/communication/text',
      'invalid_field /configuration/skills/Bad Name/description',
      'missing_placeholder /configuration/overrides/runtime~1policy/text',
      'reserved_skill_name /configuration/skills/feishu',
      'unknown_key /configuration/sections/nowhere',
    ]);
    const inputs = { role: 'worker', variables: [{ name: 'a', value: '\u0007' }, 7], bogus: 1 };
    const previewed = await server.call('POST', '/v1/preview', { ...inputs, configuration });
    expect(previewed.status).toBe(422);
    const ofInputs = ['ill_formed_text /variables/0/value', 'invalid_field /variables/1', 'unknown_key /bogus'];
    expect(found(previewed)).toEqual([...draft, ...ofInputs].sort());
    const sound = { role: 'worker', variables: [{ name: 'a', value: '\u0007' }] };
    const rules = { overrides: { 'runtime/policy': { text: 'Nothing.' } } };
    expect(found(await server.call('POST', '/v1/preview', { ...sound, configuration: rules }))).toEqual([
      'ill_formed_text /variables/0/value',
      'missing_placeholder /configuration/overrides/runtime~1policy/text',
    ]);
  });
});
