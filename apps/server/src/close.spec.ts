import { afterEach, expect, jest, test } from '@jest/globals';
import { Comparer, Projector } from '@palimpsest/application';
import { MemoryLog } from '@palimpsest/log-memory';
import { readSettings } from './settings.ts';
import { startServer } from './start.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a step of the close that fails leaves no other undone, and all faults are told', async () => {
  const closed = jest.spyOn(MemoryLog.prototype, 'close');
  const ended = jest.spyOn(Comparer.prototype, 'close');
  const settings = readSettings({ PALIMPSEST_STORE: 'memory', PALIMPSEST_PORT: '0', PALIMPSEST_LOG_LEVEL: 'silent' });
  const server = await startServer(settings);
  const fail = (what: string) => () => Promise.reject(new Error(`${what} fails`));
  const stop = jest.spyOn(Projector.prototype, 'stop').mockImplementation(fail('the projector'));
  closed.mockImplementation(fail('the log'));
  await expect(server.close()).rejects.toThrow('the projector fails; the log fails');
  expect([stop, ended, closed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  await server.close();
});
