import { describe, expect, it } from '@jest/globals';
import { PAGE_LENGTH, type SessionFilter } from '@palimpsest/application';
import { digest } from '@palimpsest/domain';
import { event, minute, used, type UseGiven } from '../test/events.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

async function given(...uses: UseGiven[]) {
  const log = new TeamLog();
  for (const each of uses) await log.add(`usage-a:${each.session}`, used(each));
  const views = openSqliteViews({ file: ':memory:', team: 'a' });
  await caughtUp(log, views);
  const sessions = (filter: SessionFilter) =>
    views.uses.sessions(filter, { limit: 50 }).items.map((item) => item.session);
  return { log, views, sessions };
}

describe('the list of Sessions', () => {
  it('gives each with all its uses, first to last; newest first use first', async () => {
    const { views } = await given(
      { session: 's1', use: 1 },
      { session: 's2', use: 1, role: 'worker', revision: 2 },
      { session: 's1', use: 2, revision: 3, skill: 'feishu' },
    );
    expect(views.uses.sessions({}, { limit: 50 })).toEqual({
      items: [
        { session: 's2', role: 'worker', uses: [expect.objectContaining({ use: 1, revision: 2, policy: null })] },
        {
          session: 's1',
          role: 'orchestrator',
          uses: [
            {
              use: 1,
              revision: 1,
              release: 1,
              policy: digest('policy 1'),
              skill: null,
              first_used: minute(1),
              prompt_digest: digest('prompt of s1 1'),
            },
            expect.objectContaining({ use: 2, revision: 3, skill: 'feishu', prompt_digest: null }),
          ],
        },
      ],
      next_cursor: null,
    });
  });

  it('has a Session whose stream begins with an event of an unknown type (A5)', async () => {
    const log = new TeamLog();
    const unknown = () => ({ ...event('PolicyUsed', {}), type: 'FromTheFuture' });
    await log.add('usage-a:s1', unknown(), used({ session: 's1', use: 1 }), unknown(), used({ session: 's1', use: 2 }));
    const views = openSqliteViews({ file: ':memory:', team: 'a' });
    await caughtUp(log, views);
    const { items } = views.uses.sessions({}, { limit: 9 });
    expect(items).toMatchObject([{ session: 's1', uses: [{ use: 1 }, { use: 2 }] }]);
  });

  it('filters by revision, release and role; a revision and a release are those of one use', async () => {
    const { sessions } = await given(
      { session: 's1', use: 1, revision: 1, release: 1 },
      { session: 's2', use: 1, revision: 1, release: 2, role: 'worker' },
      { session: 's3', use: 1, revision: 2, release: 2, role: 'worker' },
      { session: 's1', use: 2, revision: 2, release: 2 },
      { session: 's1', use: 3, revision: 2, release: 3 },
    );
    expect(sessions({ role: 'worker' })).toEqual(['s3', 's2']);
    expect(sessions({ revision: 1 })).toEqual(['s2', 's1']);
    expect(sessions({ revision: 2 })).toEqual(['s3', 's1']);
    expect(sessions({ release: 2 })).toEqual(['s3', 's2', 's1']);
    expect(sessions({ revision: 1, release: 2 })).toEqual(['s2']);
    expect(sessions({ revision: 1, release: 3 })).toEqual([]);
    expect(sessions({ revision: 2, release: 2, role: 'orchestrator' })).toEqual(['s1']);
  });

  it.each<[string, SessionFilter]>([
    ['all', {}],
    ['one revision', { revision: 1 }],
    ['one role', { role: 'orchestrator' }],
  ])('in pages of %s misses and repeats none while uses are added', async (_name, filter) => {
    const { log, views } = await given(...['s1', 's2', 's3', 's4', 's5'].map((session) => ({ session, use: 1 })));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let next = 6; cursor !== null; next += 1) {
      const page = views.uses.sessions(filter, { limit: 2, cursor });
      seen.push(...page.items.map(({ session }) => session));
      cursor = page.next_cursor;
      await log.add(`usage-a:s${String(next)}`, used({ session: `s${String(next)}`, use: 1 }));
      await log.add('usage-a:s1', used({ session: 's1', use: next }));
      await caughtUp(log, views);
    }
    expect(seen).toEqual(['s5', 's4', 's3', 's2', 's1']);
  });

  it('has pages that hold fewer than the limit where Sessions have thousands of uses, and misses none', async () => {
    const log = new TeamLog();
    const sessions = ['s1', 's2', 's3', 's4', 's5'];
    for (const session of sessions) {
      const uses = Array.from({ length: session === 's2' ? 5_000 : 1_500 }, (_, index) =>
        used({ session, use: index + 1 }),
      );
      await log.add(`usage-a:${session}`, ...uses);
    }
    const views = openSqliteViews({ file: ':memory:', team: 'a' });
    await caughtUp(log, views);
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = views.uses.sessions({}, { limit: 200, cursor });
      if (page.items.length > 1) expect(JSON.stringify(page).length).toBeLessThan(1.2 * PAGE_LENGTH);
      pages.push(page.items.map(({ session }) => session));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([['s5', 's4'], ['s3'], ['s2'], ['s1']]);
  });

  it('is exact for positions beyond those of a double', async () => {
    const log = new TeamLog({ firstPosition: 2n ** 53n + 1n });
    for (const session of ['s1', 's2', 's3']) await log.add(`usage-a:${session}`, used({ session, use: 1 }));
    const views = openSqliteViews({ file: ':memory:', team: 'a' });
    await caughtUp(log, views);
    expect(views.state('uses').checkpoint).toBe(2n ** 53n + 3n);
    const { next_cursor: cursor } = views.uses.sessions({}, { limit: 1 });
    const { items } = views.uses.sessions({}, { limit: 9, cursor: cursor ?? undefined });
    expect(items.map(({ session }) => session)).toEqual(['s2', 's1']);
  });
});
