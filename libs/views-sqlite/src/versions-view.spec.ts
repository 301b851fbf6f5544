import { describe, expect, it } from '@jest/globals';
import { InvalidCursor, PAGE_LENGTH, type VersionFilter } from '@palimpsest/application';
import { digest } from '@palimpsest/domain';
import { minute, version, type VersionGiven } from '../test/events.ts';
import { caughtUp, TeamLog } from '../test/team-log.ts';
import { openSqliteViews } from './index.ts';

async function given(...versions: VersionGiven[]) {
  const log = new TeamLog();
  for (const each of versions) await log.add('prompts-a', version(each));
  const views = openSqliteViews({ file: ':memory:', team: 'a' });
  await caughtUp(log, views);
  const list = (filter: VersionFilter, limit = 50) => views.versions.list(filter, { limit });
  return { log, views, list, revisions: (filter: VersionFilter) => list(filter).items.map((item) => item.revision) };
}

describe('the list of versions', () => {
  it('gives every field, newest first', async () => {
    const { list } = await given({ revision: 1 }, { revision: 2, origin: 'tool', changed: ['team/delivery'] });
    expect(list({}).items).toEqual([
      {
        revision: 2,
        predecessor: 1,
        timestamp: minute(2),
        origin: 'tool',
        actor: 'ann',
        message: 'why',
        kind: 'saved',
        restored_from: null,
        request: { person: 'bo', message: 'm1' },
        release: 1,
        digest: digest('version 2'),
        bytes: 102,
        changed: ['team/delivery'],
      },
      expect.objectContaining({ revision: 1, predecessor: 0, request: null, changed: ['runtime/work'] }),
    ]);
  });

  it('filters by key, origin, actor and time, and by several at once', async () => {
    const { revisions } = await given(
      { revision: 1, changed: ['runtime/work', 'team/delivery'], actor: 'ann' },
      { revision: 2, changed: ['runtime/work'], origin: 'tool', actor: 'bo' },
      { revision: 3, changed: [], actor: 'ann' },
      { revision: 4, changed: ['runtime/work'], actor: "o'neil; --" },
    );
    expect(revisions({ key: 'runtime/work' })).toEqual([4, 2, 1]);
    expect(revisions({ key: 'runtime' })).toEqual([]);
    expect(revisions({ origin: 'tool' })).toEqual([2]);
    expect(revisions({ actor: "o'neil; --" })).toEqual([4]);
    expect(revisions({ since: minute(2) })).toEqual([4, 3, 2]);
    expect(revisions({ until: minute(2) })).toEqual([1]);
    expect(revisions({ since: minute(2), until: minute(4), origin: 'panel' })).toEqual([3]);
    expect(revisions({ key: 'runtime/work', actor: 'ann', origin: 'panel', since: minute(0) })).toEqual([1]);
  });

  it('finds the last version up to a time; of two at one time the later', async () => {
    const { views } = await given({ revision: 1, at: 1 }, { revision: 2, at: 1 }, { revision: 3, at: 5 });
    const at = (minutes: number) => views.versions.lastUpTo(minute(minutes))?.revision ?? null;
    expect([0, 1, 4, 5, 9].map(at)).toEqual([null, 2, 2, 3, 3]);
  });

  it('tells where versions, texts and requests lie', async () => {
    const { views } = await given(
      { revision: 1, texts: ['one', 'two'] },
      { revision: 2, texts: [], request_id: 'r2' },
      { revision: 3, texts: ['one'] },
    );
    const { versions } = views;
    expect([1, 2, 3, 4].map((revision) => versions.place(revision))).toEqual([0n, 1n, 2n, null]);
    expect(['one', 'two', 'three'].map((text) => versions.textPlace(digest(text)))).toEqual([0n, 0n, null]);
    expect(versions.request('r2')).toEqual({ revision: 2, fingerprint: digest('r2') });
    expect(versions.request('r1')).toBeNull();
  });
});

describe('pages of versions', () => {
  it('miss and repeat nothing while versions are added', async () => {
    const { log, views } = await given(...[1, 2, 3, 4, 5, 6, 7].map((revision) => ({ revision })));
    const seen: number[] = [];
    let cursor: string | null | undefined;
    for (let next = 8; cursor !== null; next += 1) {
      const page = views.versions.list({}, { limit: 2, cursor });
      seen.push(...page.items.map(({ revision }) => revision));
      cursor = page.next_cursor;
      await log.add('prompts-a', version({ revision: next }));
      await caughtUp(log, views);
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('hold fewer than the limit where versions changed thousands of keys, and miss none', async () => {
    const changed = Array.from({ length: 3_300 }, (_, key) => `team/skill/skill-with-a-long-name-${String(key)}`);
    const { views } = await given(...Array.from({ length: 20 }, (_, index) => ({ revision: index + 1, changed })));
    const pages: number[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = views.versions.list({ key: changed[7] }, { limit: 200, cursor });
      expect(JSON.stringify(page).length).toBeLessThan(1.1 * PAGE_LENGTH);
      pages.push(page.items.map(({ revision }) => revision));
      cursor = page.next_cursor;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
  });

  it('refuse the cursor of another list', async () => {
    const { views } = await given({ revision: 1 });
    const cursor = Buffer.from('["sessions","1"]').toString('base64url');
    expect(() => views.versions.list({}, { limit: 1, cursor })).toThrow(InvalidCursor);
  });
});
