import { describe, expect, it } from '@jest/globals';
import { ownServer } from '../../test/own-server.ts';

const server = ownServer();

const change = (base: number, text: string, request_id?: string) => ({
  base_revision: base,
  overrides: { 'runtime/work': { text } },
  ...(request_id === undefined ? {} : { request_id }),
});
const current = async () => Number((await server.call('GET', '/v1/configuration')).body['revision']);

describe('saves at once', () => {
  it('S12 of 20 saves with one base one is accepted, and 19 are refused with draft, current and merge', async () => {
    const base = await current();
    const drafts = Array.from({ length: 20 }, (_, index) => change(base, `## Work\n\nDraft ${String(index)}`));
    const answers = await Promise.all(drafts.map((draft) => server.call('PATCH', '/v1/configuration', draft)));
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    answers.forEach(({ status, body }, index) => {
      if (status === 201) return;
      expect(body).toMatchObject({ code: 'stale_revision', submitted: drafts[index], errors: [] });
      expect(body['current']).toMatchObject({ revision: base + 1, actor: 'local', origin: 'tool' });
      expect(body['conflicts']).toMatchObject([
        { key: 'runtime/work', draft: { text: `## Work\n\nDraft ${String(index)}` } },
      ]);
      expect(body['merged']).toHaveProperty(['overrides', 'runtime/work', 'text']);
    });
    expect(await current()).toBe(base + 1);
  });

  it('S11 the merge of a refusal is accepted by a replace on the current revision', async () => {
    const base = await current();
    await server.call('PATCH', '/v1/configuration', { base_revision: base, sections: { delivery: { text: 'Ours.' } } });
    const late = await server.call('PATCH', '/v1/configuration', change(base, '## Work\n\nLate.'));
    expect(late).toMatchObject({ status: 409, body: { conflicts: [] } });
    const replace = { base_revision: base + 1, configuration: late.body['merged'] };
    const merged = await server.call('PUT', '/v1/configuration', replace);
    expect(merged).toMatchObject({ status: 201, body: { changed: ['runtime/work'] } });
  });

  it('S10 a repeated request_id gives the first answer: both at once, later, and after a restart', async () => {
    const base = await current();
    const draft = change(base, '## Work\n\nOnce.', 'once-1');
    const [a, b] = await Promise.all([1, 2].map(() => server.call('PATCH', '/v1/configuration', draft)));
    expect(a).toMatchObject({ status: 201, body: { revision: base + 1 } });
    expect(b).toEqual(a);
    await server.call('PATCH', '/v1/configuration', change(base + 1, '## Work\n\nTwice.'));
    await server.restart();
    expect(await server.call('PATCH', '/v1/configuration', draft)).toEqual(a);
    expect(await current()).toBe(base + 2);
    const other = await server.call('PATCH', '/v1/configuration', change(base + 2, '## Work\n\nOther.', 'once-1'));
    expect(other).toMatchObject({ status: 409, body: { code: 'request_id_reused' } });
  });
});
