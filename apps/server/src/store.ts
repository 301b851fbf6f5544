import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EventLog, ViewStore } from '@palimpsest/application';
import { MemoryLog } from '@palimpsest/log-memory';
import { openSqliteLog } from '@palimpsest/log-sqlite';
import { openSqliteViews } from '@palimpsest/views-sqlite';
import type { Settings } from './settings.ts';

/** What of the settings says where the log and the read models lie. */
export type StoreSettings = Pick<Settings, 'store' | 'data' | 'team'>;

/** Opens the event log of the settings; makes the data folder. Rejects with `LogError`, or an error of the file system. */
export async function openStore({ store, data }: StoreSettings): Promise<EventLog> {
  if (store === 'memory') return new MemoryLog();
  await makeFolder(data);
  return openSqliteLog({ file: join(data, 'log.sqlite') });
}

/** Opens the read models beside the log. They follow from it and may be deleted at any time. */
export function openViews({ store, data, team }: StoreSettings, onReplaced: (reason: string) => void): ViewStore {
  return openSqliteViews({ file: store === 'memory' ? ':memory:' : join(data, 'views.sqlite'), team, onReplaced });
}

/** With the folders above it. `mkdir` with `recursive` never returns where a folder can be seen and not be written, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const make = (path: string) =>
    mkdir(path).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error;
    });
  await make(folder).catch(async (error: unknown) => {
    if (!isCode(error, 'ENOENT') || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder));
    await make(folder);
  });
}

const isCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
