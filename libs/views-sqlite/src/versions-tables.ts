import { VERSIONS_VIEW_VERSION, versionChange, type KnownEvent } from '@palimpsest/domain';
import type { Db } from './database.ts';
import type { ViewTables } from './tables.ts';

const name = (generation: number) => `versions_${String(generation)}`;

/** Versions without texts: with each, its place in `prompts-<team>`, and the same for every text and request id. */
export const versionsTables: ViewTables = {
  version: VERSIONS_VIEW_VERSION,
  names: (generation) => ['', '_keys', '_requests', '_texts'].map((part) => name(generation) + part),
  create: (generation) => {
    const t = name(generation);
    return [
      `CREATE TABLE ${t} (revision INTEGER PRIMARY KEY, predecessor INTEGER, timestamp TEXT, origin TEXT, actor TEXT,
         message TEXT, kind TEXT, restored_from INTEGER, request TEXT, release INTEGER, digest TEXT, bytes INTEGER NOT NULL,
         changed TEXT NOT NULL, place INTEGER NOT NULL)`,
      `CREATE TABLE ${t}_keys (key TEXT, revision INTEGER, PRIMARY KEY (key, revision)) WITHOUT ROWID`,
      `CREATE TABLE ${t}_requests (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, fingerprint TEXT NOT NULL) WITHOUT ROWID`,
      `CREATE TABLE ${t}_texts (digest TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID`,
    ];
  },
  indexes: (generation) => {
    const t = name(generation);
    return ['timestamp', 'origin', 'actor'].map(
      (column) => `CREATE INDEX IF NOT EXISTS ${t}_by_${column} ON ${t} (${column}, revision)`,
    );
  },
  writer(db: Db, generation: number) {
    const t = name(generation);
    const version = db.prepare(
      `INSERT OR IGNORE INTO ${t} VALUES (@revision, @predecessor, @timestamp, @origin, @actor, @message, @kind, @restored_from,
         @request, @release, @digest, @bytes, @changed, @place)`,
    );
    const key = db.prepare(`INSERT OR IGNORE INTO ${t}_keys VALUES (?, ?)`);
    const request = db.prepare(`INSERT OR IGNORE INTO ${t}_requests VALUES (?, ?, ?)`);
    const text = db.prepare(`INSERT OR IGNORE INTO ${t}_texts VALUES (?, ?)`);
    return (event: KnownEvent) => {
      const change = versionChange(event);
      if (change === null) return;
      const { revision } = change.version;
      version.run({
        ...change.version,
        request: change.version.request && JSON.stringify(change.version.request),
        changed: JSON.stringify(change.changed),
        place: change.place,
      });
      for (const each of change.changed) key.run(each, revision);
      if (change.request) request.run(change.request.id, revision, change.request.fingerprint);
      for (const digest of change.texts) text.run(digest, change.place);
    };
  },
};
