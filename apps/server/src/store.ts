import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog, ViewStore } from '@palimpsest/application';
import { MemoryLog } from '@palimpsest/log-memory';
import { openSqliteLog } from '@palimpsest/log-sqlite';
import { openSqliteViews } from '@palimpsest/views-sqlite';
import type { Settings } from './settings.ts';

type StoreSettings = Pick<Settings, 'store' | 'data' | 'team'>;

/** Opens the event log of the settings; makes the data folder. Rejects with `LogError`, or an error of the file system. */
export async function openStore({ store, data }: StoreSettings): Promise<EventLog> {
  if (store === 'memory') return new MemoryLog();
  await mkdir(data, { recursive: true });
  return openSqliteLog({ file: join(data, 'log.sqlite') });
}

/** Opens the read models beside the log. They follow from it and may be deleted at any time. */
export function openViews({ store, data, team }: StoreSettings, onReplaced: (reason: string) => void): ViewStore {
  return openSqliteViews({ file: store === 'memory' ? ':memory:' : join(data, 'views.sqlite'), team, onReplaced });
}
