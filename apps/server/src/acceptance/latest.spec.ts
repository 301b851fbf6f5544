import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from '../../test/server-process.ts';

const data = dataFolder();
let one: ServerProcess;
let two: ServerProcess;
beforeAll(async () => {
  [one, two] = await Promise.all([startProcess(data.path), startProcess(data.path)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  data.remove();
});

const ask = (server: ServerProcess, session: string) =>
  server.call('POST', `/v1/sessions/${session}/prompt`, { role: 'worker', variables: [] });
const events = async (type: string) =>
  (await one.call('GET', `/v1/events?limit=200&type=${type}`)).body['items'] as { stream: string }[];

describe('two servers on one data folder', () => {
  it('C6 started at once, they record one release', async () => {
    expect(await events('DefaultsUpgraded')).toHaveLength(1);
  });

  it('U1 after a save was answered by one, the very next prompt of the other has it, over and over', async () => {
    for (let revision = 0; revision < 40; revision += 1) {
      const [writer, reader] = revision % 2 === 0 ? [one, two] : [two, one];
      const text = `Ship number ${String(revision)}.`;
      const draft = { base_revision: revision, sections: { delivery: { text } } };
      expect(await writer.call('PATCH', '/v1/configuration', draft)).toMatchObject({ status: 201 });
      const { body } = await ask(reader, 'reader');
      expect(body).toMatchObject({ revision: revision + 1 });
      expect(body['prompt']).toContain(text);
    }
  });

  it('S12 racing saves on both lose no update: revisions without holes, each accepted text once', async () => {
    const before = Number((await one.call('GET', '/v1/configuration')).body['revision']);
    const accepted = new Set<number>();
    await Promise.all(
      [one, two, one, two].map(async (server, writer) => {
        for (let saved = 0; saved < 10;) {
          const base_revision = Number((await server.call('GET', '/v1/configuration')).body['revision']);
          const skills = { [`writer-${String(writer)}`]: { description: 'who', body: String(saved) } };
          const { status, body } = await server.call('PATCH', '/v1/configuration', { base_revision, skills });
          expect([201, 409]).toContain(status);
          if (status === 201) {
            accepted.add(Number(body['revision']));
            saved += 1;
          }
        }
      }),
    );
    expect([...accepted].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => before + 1 + index));
  });

  it('S10 one request_id sent to both at once makes one version, and the first answer twice', async () => {
    const base_revision = Number((await one.call('GET', '/v1/configuration')).body['revision']);
    const draft = { base_revision, sections: { delivery: { text: 'Once on two.' } }, request_id: 'two-servers' };
    const [a, b] = await Promise.all([one, two].map((server) => server.call('PATCH', '/v1/configuration', draft)));
    expect(a).toMatchObject({ status: 201, body: { revision: base_revision + 1 } });
    expect(b).toEqual(a);
    const elsewhere = await two.call('POST', '/v1/versions/999/restore', { base_revision, request_id: 'two-servers' });
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'request_id_reused' } });
  });

  it('U2 the first use is on record once, on whichever server it is asked for; later requests write nothing', async () => {
    await Promise.all([one, two, one, two].map((server) => ask(server, 'same')));
    await Promise.all([one, two].map((server) => ask(server, 'same')));
    const uses = (await events('RevisionUsed')).filter(({ stream }) => stream === 'usage-default:same');
    expect(uses).toHaveLength(1);
  });
});
