import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GetVersionInForce, ListVersions } from '@palimpsest/application';
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
