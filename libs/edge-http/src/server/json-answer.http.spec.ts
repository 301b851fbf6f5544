import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CompareVersions, JsonBytes, problem, ProblemError } from '@palimpsest/application';
import { ask } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';

const answer = { from: 1, to: 2, entries: [{ key: '中文', diff: 'a "b" \\ \n' }] };
const bytesOf = <T>(value: T) => {
  // A piece of larger memory, as a worker may send it.
  const bytes = new TextEncoder().encode(`--${JSON.stringify(value)}--`);
  return new JsonBytes<T>(bytes.subarray(2, -2));
};

let served: Served;
let answered: () => unknown;
beforeAll(async () => {
  served = await serve(() => answered());
});
afterAll(() => served.close());

/** An answer less its time. */
const got = async (path: string) => {
  const { headers, ...answer } = await ask(served.url, path, { headers: { 'x-request-id': 'mine' } });
  const { date, ...others } = headers;
  expect(date).toBeDefined();
  return { ...answer, headers: others };
};

describe('an answer that came as bytes', () => {
  test('is sent byte for byte as if it had been written here', async () => {
    answered = () => answer;
    const plain = await got('/v1/versions/1/diff/2');
    answered = () => bytesOf(answer);
    expect(await got('/v1/versions/1/diff/2')).toEqual(plain);
    expect(plain).toMatchObject({ status: 200, text: JSON.stringify(answer) });
    expect(served.executed.at(-1)).toBeInstanceOf(CompareVersions);
  });

  test('stands in a problem document byte for byte as if it had been written here', async () => {
    const details = { current: { revision: 2 }, merged: null, conflicts: ['é'] };
    const refused = (members: ConstructorParameters<typeof ProblemError>[0]['details']) => () => {
      throw new ProblemError(problem('stale_revision', 'changed since', members));
    };
    answered = refused(details);
    const plain = await got('/v1/versions/1/diff/2');
    answered = refused(bytesOf(details));
    expect(await got('/v1/versions/1/diff/2')).toEqual(plain);
    expect(plain).toMatchObject({ status: 409, json: { code: 'stale_revision', ...details } });
  });
});
