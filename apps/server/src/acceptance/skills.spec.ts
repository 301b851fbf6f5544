import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const data = dataFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess(data.path);
  await server.call('PATCH', '/v1/configuration', { base_revision: 0, skills: { review } });
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

const review = { description: 'How to review', body: 'Read all of it.' };
const policy = { version: 1, mode: 'accept', rules: [] };
const requests = {
  worker: { role: 'worker', variables: [] },
  main: { role: 'orchestrator', variables: [], policy },
};
const prompt = (session: keyof typeof requests) =>
  server.call('POST', `/v1/sessions/${session}/prompt`, requests[session]);
const load = (session: string, name: string) => server.call('GET', `/v1/sessions/${session}/skills/${name}`);
const uses = async (session: string) => (await server.call('GET', `/v1/sessions/${session}`)).body['uses'] as object[];
const events = () => server.call('GET', '/v1/events?limit=200');

describe('the skills of a Session', () => {
  it.each(['skills', 'skills/github', 'skills/review', 'skills/nothing'])(
    'P8 %s of a Session that was never seen is unknown_session, and nothing is recorded',
    async (path) => {
      const before = await events();
      expect(await server.call('GET', `/v1/sessions/nobody/${path}`)).toMatchObject({
        status: 404,
        body: { code: 'unknown_session' },
      });
      expect(await events()).toEqual(before);
    },
  );

  it.each(['worker', 'main'] as const)(
    'P8 U2 each first load is a use of the Session %s at its revision, beside its prompts',
    async (session) => {
      await prompt(session);
      for (const name of ['github', 'review', 'github', 'feishu', 'review'])
        expect(await load(session, name)).toMatchObject({ status: 200, body: { name, revision: 1 } });
      await prompt(session);
      const due = [null, 'github', 'review', 'feishu'];
      expect(await uses(session)).toMatchObject(
        due.map((skill, index) => ({ use: index + 1, revision: 1, release: 1, skill })),
      );
      const digests = (await uses(session)).map((use) => 'prompt_digest' in use && use.prompt_digest !== null);
      expect(digests).toEqual([true, false, false, false]);
      expect(await server.call('GET', `/v1/sessions/${session}/uses/1/prompt`)).toMatchObject({ status: 200 });
      expect(await server.call('GET', `/v1/sessions/${session}/uses/2/prompt`)).toMatchObject({
        status: 404,
        body: { code: 'unknown_use' },
      });
      const listed = (await server.call('GET', '/v1/sessions')).body['items'] as { session: string; uses: object[] }[];
      expect(listed.find((each) => each.session === session)?.uses).toEqual(await uses(session));
    },
  );

  it('P8 HEAD answers as GET would, and records nothing; GET with If-None-Match gives the body, and does', async () => {
    await server.call('PATCH', '/v1/configuration', { base_revision: 1, message: 'a revision that nobody used' });
    const [before, url] = [await uses('main'), `${server.url}/v1/sessions/main/skills/review`];
    const head = await fetch(url, { method: 'HEAD', headers: { 'if-none-match': '*' } });
    expect([head.status, await head.text(), await uses('main')]).toEqual([200, '', before]);
    const missing = await fetch(`${url}-not`, { method: 'HEAD' });
    expect([missing.status, await uses('main')]).toEqual([404, before]);
    const got = await fetch(url, { headers: { 'if-none-match': '*' } });
    expect([got.status, await got.json()]).toMatchObject([200, { body: review.body, revision: 2 }]);
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    expect(await uses('main')).toEqual([...before, expect.objectContaining({ skill: 'review', revision: 2 })]);
  });
});
