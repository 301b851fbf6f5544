import { describe, expect, it } from '@jest/globals';
import { Projector } from '@palimpsest/application';
import { digest } from '@palimpsest/domain';
import { MemoryLog } from '@palimpsest/log-memory';
import { policy, used, version } from '../test/events.ts';
import { openSqliteViews } from './index.ts';

describe('a projector on SQLite views', () => {
  it('holds after catchUp everything that was in the log when it was called', async () => {
    const log = new MemoryLog();
    const views = openSqliteViews({ file: ':memory:', team: 'a' });
    const projector = new Projector({ log, views, team: 'a' });
    await projector.start();
    await log.append('prompts-a', [version({ revision: 1, request_id: 'r1' })], 'no_stream');
    await log.append('policies-a', [policy('1')], 'no_stream');
    await log.append('usage-a:s1', [used({ session: 's1', use: 1 })], 'no_stream');
    await Promise.all([projector.catchUp('versions'), projector.catchUp('uses')]);
    expect(views.versions.list({}, { limit: 10 }).items.map(({ revision }) => revision)).toEqual([1]);
    expect(views.versions.place(1)).toBe(0n);
    expect(views.versions.request('r1')).toEqual({ revision: 1, fingerprint: digest('r1') });
    expect(views.uses.sessions({}, { limit: 10 }).items.map(({ session }) => session)).toEqual(['s1']);
    expect(views.uses.policyPlace(digest('policy 1'))).toBe(0n);
    expect((await projector.status()).map(({ state, lag }) => [state, lag])).toEqual([
      ['live', '0'],
      ['live', '0'],
    ]);
    await projector.stop();
    views.close();
    await log.close();
  });
});
