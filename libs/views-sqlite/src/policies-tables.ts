import { POLICIES_VIEW_VERSION, policyChange, type KnownEvent } from '@palimpsest/domain';
import type { Db } from './database.ts';
import type { ViewTables } from './tables.ts';

const name = (generation: number) => `policies_${String(generation)}`;

/** Policies without their rules: of each the digest, and its place in `policies-<team>`. */
export const policiesTables: ViewTables = {
  version: POLICIES_VIEW_VERSION,
  names: (generation) => [name(generation)],
  create: (generation) => [
    `CREATE TABLE ${name(generation)} (digest TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID`,
  ],
  indexes: () => [],
  writer(db: Db, generation: number) {
    const policy = db.prepare(`INSERT OR IGNORE INTO ${name(generation)} VALUES (?, ?)`);
    return (event: KnownEvent) => {
      const change = policyChange(event);
      if (change !== null) policy.run(change.digest, change.place);
    };
  },
};
