import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GetVersionInForce, GetVersionInForceHandler, Projector } from '@palimpsest/application';
import { minute, version } from '../test/events.ts';
import { TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

/** What is in force at a time, asked at another: of versions that were made at these minutes, by a clock that may be wrong. */
async function given(made: readonly number[]) {
  const log = new TeamLog();
  for (const [index, at] of made.entries()) await log.add('prompts-a', version({ revision: index + 1, at }));
  const projector = new Projector({ log, views: openSqliteViews({ file: ':memory:', team: 'a' }), team: 'a' });
  return async (at: number, now: number) => {
    const handler = new GetVersionInForceHandler(projector, { now: () => Date.parse(minute(now)) });
    return (await handler.execute(new GetVersionInForce(minute(at))))?.revision ?? null;
  };
}
const DAY = 24 * 60;

describe('A2 the version in force at a time', () => {
  it('is the last that was made up to then; of two at one time the later; none before the first', async () => {
    const inForce = await given([1, 1, 5]);
    const answers = await Promise.all([0, 1, 4, 5, 9, 100].map((at) => inForce(at, 50)));
    expect(answers).toEqual([null, 2, 2, 3, 3, 3]);
    expect(await (await given([]))(5, 9)).toBeNull();
  });

  it('S4 is the newest by the order of the log from now on, though its timestamp lies ahead', async () => {
    const inForce = await given([DAY, DAY + 1, DAY + 1]);
    expect(await inForce(60, 60)).toBe(3);
    // A client asks for what is now a moment before the server reads its clock.
    expect(await inForce(59, 60)).toBe(3);
    expect(await inForce(DAY, 60)).toBe(3);
    expect(await inForce(2 * DAY, 60)).toBe(3);
  });

  it('S4 is told by timestamps for a time before the last one that does not lie ahead', async () => {
    const inForce = await given([1, 5, DAY, DAY]);
    const answers = await Promise.all([0, 1, 4, 5, 59, 60, DAY].map((at) => inForce(at, 60)));
    expect(answers).toEqual([null, 1, 1, 4, 4, 4, 4]);
    expect(await Promise.all([5, 59, DAY - 1, DAY].map((at) => inForce(at, 3 * DAY)))).toEqual([2, 2, 2, 4]);
  });

  it('S4 at the present time is always the newest, and rises with the time asked for', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 0, max: 20 }), async (unsorted, now) => {
        const made = [...unsorted].sort((one, other) => one - other);
        const inForce = await given(made);
        expect(await inForce(now, now)).toBe(made.length);
        const asked = Array.from({ length: 22 }, (_, at) => inForce(at, now));
        const revisions = (await Promise.all(asked)).map((revision) => revision ?? 0);
        expect(revisions).toEqual([...revisions].sort((one, other) => one - other));
      }),
      { numRuns: 60 },
    );
  });
});
