import { afterAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const data = dataFolder();
afterAll(() => {
  data.remove();
});

const ROUNDS = 6;

/** What was answered: revision → text of a save, and Session → revisions that its prompts had. */
interface Answered {
  readonly saves: Map<number, string>;
  readonly prompts: Map<string, Set<number>>;
}

/** Saves and prompts from several writers until the server is gone. */
async function load(server: ServerProcess, round: number, { saves, prompts }: Answered): Promise<void> {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; ; count += 1) {
      const text = `Round ${String(round)}, writer ${String(writer)}, save ${String(count)}`;
      const base_revision = Number((await server.call('GET', '/v1/configuration')).body['revision']);
      const { status, body } = await server.call('PATCH', '/v1/configuration', {
        base_revision,
        sections: { delivery: { text } },
      });
      if (status === 201) saves.set(Number(body['revision']), text);
      const session = `s-${String(writer)}`;
      const prompt = await server.call('POST', `/v1/sessions/${session}/prompt`, { role: 'worker', variables: [] });
      const given = prompts.get(session) ?? new Set();
      if (prompt.status === 200) prompts.set(session, given.add(Number(prompt.body['revision'])));
    }
  });
  await Promise.allSettled(writers);
}

describe('kill -9 under load', () => {
  it('S4, U2 no answered save is missing, no half version, revisions without holes, over and over', async () => {
    const answered: Answered = { saves: new Map(), prompts: new Map() };
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startProcess(data.path);
      const loading = load(server, round, answered);
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500));
      await server.kill();
      await loading;
    }
    const server = await startProcess(data.path);
    try {
      const latest = Number((await server.call('GET', '/v1/configuration')).body['revision']);
      expect(latest).toBeGreaterThanOrEqual(Math.max(...answered.saves.keys()));
      expect(answered.saves.size).toBeGreaterThan(ROUNDS);
      for (let revision = 1; revision <= latest; revision += 1) {
        const { status, body } = await server.call('GET', `/v1/versions/${String(revision)}`);
        expect({ status, revision: body['revision'], predecessor: body['predecessor'] }).toEqual({
          status: 200,
          revision,
          predecessor: revision - 1,
        });
        const text = answered.saves.get(revision);
        if (text !== undefined) expect(body).toHaveProperty(['configuration', 'sections', 'delivery', 'text'], text);
      }
      expect(answered.prompts.size).toBeGreaterThan(0);
      for (const [session, revisions] of answered.prompts) {
        const { body } = await server.call('GET', `/v1/sessions/${session}`);
        const used = new Set((body['uses'] as { revision: number }[]).map(({ revision }) => revision));
        expect([...revisions].filter((revision) => !used.has(revision))).toEqual([]);
      }
    } finally {
      await server.stop();
    }
  }, 120_000);
});
