import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CompareVersions,
  GetRelease,
  GetSessionVersion,
  GetVersion,
  GetVersionInForce,
  ListSessions,
  ListVersions,
} from '@palimpsest/application';
import { ask } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve(() => null);
});
afterAll(() => served.close());

/** What is asked of the read model for these times. */
async function asked(query: string): Promise<object | undefined> {
  expect((await ask(served.url, `/v1/versions?${query}`)).status).toBe(200);
  return served.executed.at(-1);
}
const times = (since?: string, until?: string) => new ListVersions({ since, until }, { limit: 50 });

describe('`latest` works wherever a version is read', () => {
  test.each<[string, object]>([
    ['/v1/versions/latest', new GetVersion('latest')],
    ['/v1/versions/latest/diff/3', new CompareVersions('latest', 3)],
    ['/v1/versions/3/diff/latest', new CompareVersions(3, 'latest')],
    ['/v1/releases/latest', new GetRelease('latest')],
    ['/v1/sessions/s/revisions/latest', new GetSessionVersion('s', 'latest')],
    [
      '/v1/sessions?revision=latest&release=latest',
      new ListSessions({ revision: 'latest', release: 'latest' }, { limit: 50 }),
    ],
  ])('%s', async (path, query) => {
    expect((await ask(served.url, path)).status).toBe(200);
    expect(served.executed.at(-1)).toEqual(query);
  });

  test.each(['/v1/versions/Latest', '/v1/versions/3/diff/newest', '/v1/releases/0', '/v1/sessions?release=0'])(
    '%s is refused with what is allowed',
    async (path) => {
      const { json } = await ask(served.url, path);
      expect(json).toMatchObject({
        status: 422,
        detail: expect.stringMatching(/must be a (revision, a )?whole number/),
      });
    },
  );
});

describe('A2 digits below the millisecond count', () => {
  test('in `since`: a version made at .974 is before .974999', async () => {
    expect(await asked('since=2026-12-01T10:00:00.974999Z')).toEqual(times('2026-12-01T10:00:00.975Z'));
    expect(await asked('since=2026-12-01T10:00:00.974000Z')).toEqual(times('2026-12-01T10:00:00.974Z'));
  });

  test('in `until`: a version made at .974 is before .974999', async () => {
    expect(await asked('until=2026-12-01T11:00:00.974999%2B01:00')).toEqual(
      times(undefined, '2026-12-01T10:00:00.975Z'),
    );
  });

  test('in `at`: a version made at .975 is not in force at .974999', async () => {
    expect(await asked('at=2026-12-01T10:00:00.974999Z')).toEqual(new GetVersionInForce('2026-12-01T10:00:00.974Z'));
  });
});

describe('A2 `since` later than `until` is refused, naming both', () => {
  test.each([
    ['2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['2026-12-01T10:00:00.9741Z', '2026-12-01T10:00:00.974Z'],
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00%2B00:01'],
  ])('%s, %s', async (since, until) => {
    const { status, json } = await ask(served.url, `/v1/versions?since=${since}&until=${until}`);
    expect([status, json['code']]).toEqual([422, 'validation_failed']);
    expect(json['errors']).toEqual([
      expect.objectContaining({ path: 'since', code: 'invalid_field' }),
      expect.objectContaining({ path: 'until', code: 'invalid_field' }),
    ]);
  });

  test('equal ones are a time that nothing lies in', async () => {
    const time = '2026-12-01T10:00:00Z';
    expect(await asked(`since=${time}&until=${time}`)).toEqual(
      times('2026-12-01T10:00:00.000Z', '2026-12-01T10:00:00.000Z'),
    );
  });
});
