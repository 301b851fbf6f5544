import { viewNames } from '@palimpsest/application';
import type { Db } from './database.ts';
import type { Locks } from './lock.ts';
import type { ViewParts } from './view-part.ts';

/**
 * Makes a file that was just opened fit for use: what a rebuild left that was killed half-way goes, and a view without rows
 * gets empty ones, which are not whole.
 */
export function clean(db: Db, locks: Locks, parts: ViewParts): void {
  for (const view of viewNames) {
    const { generations, tables } = parts[view];
    const release = locks.take(view);
    try {
      db.transaction(() => {
        const left = generations.find(view, 'filling');
        // Where the lock is taken, its holder is alive and still at it.
        if (left !== null && release !== null) generations.drop(left.generation, tables);
        if (generations.find(view, 'serving') === null) generations.create(view, tables, 'serving');
      }).immediate();
    } finally {
      release?.();
    }
  }
  db.transaction(() => {
    dropOrphans(db);
  }).immediate();
}

/** Tables of a generation that was swapped out by a process that died before it dropped them. */
function dropOrphans(db: Db): void {
  const known = new Set(db.prepare('SELECT generation FROM generations').pluck().all() as number[]);
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  for (const name of names) {
    const generation = /^[a-z]+_(\d+)(?:_[a-z]+)?$/.exec(name)?.[1];
    if (generation !== undefined && !known.has(Number(generation))) db.exec(`DROP TABLE ${name}`);
  }
}
