import { afterAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const data = dataFolder();
afterAll(() => {
  data.remove();
});

const ROUNDS = 6;

/** Saves from several writers until the server is gone; returns what was answered: revision → text. */
async function load(server: ServerProcess, round: number, answered: Map<number, string>): Promise<void> {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let count = 0; ; count += 1) {
      const text = `Round ${String(round)}, writer ${String(writer)}, save ${String(count)}`;
      const base_revision = Number((await server.call('GET', '/v1/configuration')).body['revision']);
      const { status, body } = await server.call('PATCH', '/v1/configuration', {
        base_revision,
        sections: { delivery: { text } },
      });
      if (status === 201) answered.set(Number(body['revision']), text);
      await server.call('POST', `/v1/sessions/s-${String(writer)}/prompt`, { role: 'worker', variables: [] });
    }
  });
  await Promise.allSettled(writers);
}

describe('kill -9 under load', () => {
  it('S4, U2 no answered save is missing, no half version, revisions without holes, over and over', async () => {
    const answered = new Map<number, string>();
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
      expect(latest).toBeGreaterThanOrEqual(Math.max(...answered.keys()));
      expect(answered.size).toBeGreaterThan(ROUNDS);
      for (let revision = 1; revision <= latest; revision += 1) {
        const { status, body } = await server.call('GET', `/v1/versions/${String(revision)}`);
        expect({ status, revision: body['revision'], predecessor: body['predecessor'] }).toEqual({
          status: 200,
          revision,
          predecessor: revision - 1,
        });
        const text = answered.get(revision);
        if (text !== undefined) expect(body).toHaveProperty(['configuration', 'sections', 'delivery', 'text'], text);
      }
    } finally {
      await server.stop();
    }
  }, 120_000);
});
