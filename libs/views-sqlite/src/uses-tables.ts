import { USES_VIEW_VERSION, useChange, type KnownEvent } from '@palimpsest/domain';
import type { Db } from './database.ts';
import type { ViewTables } from './tables.ts';

const name = (generation: number) => `uses_${String(generation)}`;

/**
 * Uses in the order of the log, and their Sessions. A Session's key is `first`, the log position of its first use: it never
 * changes, and its order is that of the list. Only the index on a Session's id is needed for writing, so a rebuild appends.
 */
export const usesTables: ViewTables = {
  version: USES_VIEW_VERSION,
  names: (generation) => ['', '_sessions'].map((part) => name(generation) + part),
  create: (generation) => {
    const t = name(generation);
    return [
      `CREATE TABLE ${t}_sessions (first INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, role TEXT NOT NULL)`,
      `CREATE TABLE ${t} (position INTEGER PRIMARY KEY, first INTEGER NOT NULL, use INTEGER NOT NULL, revision INTEGER NOT NULL,
         release INTEGER NOT NULL, policy TEXT, skill TEXT, first_used TEXT NOT NULL, prompt_digest TEXT)`,
    ];
  },
  indexes: (generation) => {
    const t = name(generation);
    return [
      `CREATE INDEX IF NOT EXISTS ${t}_by_session ON ${t} (first, use)`,
      `CREATE INDEX IF NOT EXISTS ${t}_by_revision ON ${t} (revision, first, release)`,
      `CREATE INDEX IF NOT EXISTS ${t}_by_release ON ${t} (release, first)`,
      `CREATE INDEX IF NOT EXISTS ${t}_by_role ON ${t}_sessions (role, first)`,
    ];
  },
  writer(db: Db, generation: number) {
    const t = name(generation);
    const session = db.prepare(`INSERT OR IGNORE INTO ${t}_sessions VALUES (?, ?, ?)`);
    const use = db.prepare(
      `INSERT INTO ${t} VALUES (?, (SELECT first FROM ${t}_sessions WHERE session = ?), ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
    );
    return (event: KnownEvent) => {
      const change = useChange(event);
      if (change === null) return;
      const { session: id, position, opens } = change;
      if (opens) session.run(position, id, opens.role);
      const { use: number, revision, release, policy, skill, first_used, prompt_digest } = change.use;
      use.run(position, id, number, revision, release, policy, skill, first_used, prompt_digest);
    };
  },
};
