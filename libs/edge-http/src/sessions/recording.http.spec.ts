import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Query } from '@nestjs/cqrs';
import { AssemblePrompt, GetSkill, LoadSkill } from '@palimpsest/application';
import { ask, withJson, type Asked } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';
import { operations } from '../routes.ts';

/** Whoever asked. */
const someone = expect.anything() as unknown as LoadSkill['caller'];

let served: Served;
beforeAll(async () => {
  served = await serve(() => ({ head: { session: 's' }, body: Buffer.from('"role":"worker"}') }));
});
afterAll(() => served.close());

/** What came over the buses for one request. */
async function executedBy(path: string, asked: Asked): Promise<readonly object[]> {
  served.executed.length = 0;
  await ask(served.url, path, asked);
  return [...served.executed];
}

const VALUES: Readonly<Record<string, string>> = {
  key: 'runtime/work',
  name: 'review',
  session: 's',
  file: 'start.js',
};
/** The path of a route with a value for each of its parameters. */
const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '1');
/** All but the stream of changes, which does not end. */
const reading = Object.values(operations)
  .filter(({ method, path }) => method === 'GET' && path !== '/v1/changes')
  .map(({ path }) => pathOf(path));
// One id for all, since the caller that a message names has it.
const one = { 'x-request-id': 'one' };
const conditions = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };

describe('what a request may record', () => {
  test.each(reading)('HEAD %s puts no command on the bus, with conditions or without', async (path) => {
    for (const headers of [{}, conditions])
      for (const message of await executedBy(path, { method: 'HEAD', headers })) expect(message).toBeInstanceOf(Query);
  });

  test.each(reading)('If-None-Match makes GET %s do the same as without', async (path) => {
    expect(await executedBy(path, { headers: { ...conditions, ...one } })).toEqual(
      await executedBy(path, { headers: one }),
    );
  });

  test('P8 loading a skill is the only GET that records, and its HEAD asks for the same skill', async () => {
    const recording = new Set<string>();
    for (const path of reading)
      if ((await executedBy(path, {})).some((message) => !(message instanceof Query))) recording.add(path);
    expect([...recording]).toEqual(['/v1/sessions/s/skills/review']);
    expect(await executedBy('/v1/sessions/s/skills/review', {})).toEqual([new LoadSkill(someone, 's', 'review')]);
    const head = await executedBy('/v1/sessions/s/skills/review', { method: 'HEAD' });
    expect(head).toEqual([new GetSkill(someone, 's', 'review')]);
  });

  test('the OpenAPI summaries say so of the operations that record a use, and of no other', async () => {
    const says = Object.entries(operations).filter(([, { summary }]) => summary.includes('records a use'));
    expect(says.map(([name]) => name).sort()).toEqual(['assemblePrompt', 'loadSkill']);
    const prompt = withJson('POST', { role: 'worker', variables: [] });
    expect((await executedBy('/v1/sessions/s/prompt', prompt))[0]).toBeInstanceOf(AssemblePrompt);
  });
});
