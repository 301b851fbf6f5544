import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAllNow, LogError, type CatalogueSource, type EventLog, type ViewStore } from '@palimpsest/application';
import { catalogueFiles } from '@palimpsest/catalogue-files';
import { checkSqliteLog } from '@palimpsest/log-sqlite';
import { copySqliteViews, openSqliteViews } from '@palimpsest/views-sqlite';
import { openStore, type StoreSettings } from './store.ts';

/** What programs need that look at a deployment without serving it; a server may run beside them. */

/** Opens the log that is there, and makes none. Rejects with `LogError`: `store_unavailable` where there is no log. */
export async function openExistingStore(settings: StoreSettings): Promise<EventLog> {
  mustExist(settings);
  return openStore(settings);
}

/** Checks the log's file itself, without opening it for writing; see `checkSqliteLog`. Rejects as `openExistingStore`. */
export function checkStoredLog(settings: StoreSettings, onProgress: (events: number) => void) {
  return checkSqliteLog(mustExist(settings), onProgress);
}

export interface ViewsCopy {
  /** Null where the file is damaged, as `damage` says. */
  readonly views: ViewStore | null;
  readonly damage: string | null;
  close(): void;
}

/** A copy of the read models as they are now, or null where there are none. */
export function copyViews({ data, team }: StoreSettings): ViewsCopy | null {
  const file = join(data, 'views.sqlite');
  if (!existsSync(file)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-views-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const copy = join(folder, 'views.sqlite');
    const damage = copySqliteViews(file, copy);
    const views = damage === null ? openSqliteViews({ file: copy, team }) : null;
    const close = () => {
      closeAllNow([() => views?.close(), remove]);
    };
    return { views, damage: damage && `${file}: ${damage}`, close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The built-in text in a folder. */
export const builtins = (folder: string): CatalogueSource => catalogueFiles(folder);

function mustExist({ store, data }: StoreSettings): string {
  if (store === 'memory')
    throw new LogError('store_unavailable', 'the memory store (PALIMPSEST_STORE) is inside of its server alone');
  const file = join(data, 'log.sqlite');
  if (existsSync(file)) return file;
  const remedy = 'name the data folder with PALIMPSEST_DATA, or start a server, which makes the log';
  throw new LogError('store_unavailable', `there is no event log ${file}: ${remedy}`);
}
