import { closeAllNow, isBefore, RebuildRunning, type Rebuild, type ViewName } from '@palimpsest/application';
import { applier } from './apply.ts';
import { sqliteCode, type Db } from './database.ts';
import type { Generation } from './generations.ts';
import type { Locks } from './lock.ts';
import type { ViewPart } from './view-part.ts';

/** A new generation, filled while the one that serves goes on. The lock is held until it is swapped in or abandoned. */
export function beginRebuild(db: Db, locks: Locks, view: ViewName, part: ViewPart, onEnd: () => void): Rebuild {
  const { generations, tables } = part;
  const release = locks.take(view);
  if (release === null) throw new RebuildRunning(view);
  let open = true;
  const end = () => {
    open = false;
    release();
    onEnd();
  };

  const begin = db.transaction(() => {
    // Whoever filled it is dead: the lock was free.
    const left = generations.find(view, 'filling');
    if (left !== null) generations.drop(left.generation, tables);
    return generations.create(view, tables, 'filling');
  });
  const swap = db.transaction((filled: Generation): number | null => {
    const old = generations.serving(view);
    if (isBefore(filled.checkpoint, old.checkpoint)) return null;
    generations.swap(old.generation, filled.generation);
    return old.generation;
  });
  const dropping = db.transaction((generation: number) => {
    generations.drop(generation, tables);
  });
  /** Tables that cannot be dropped now harm nothing: the next start, or the next rebuild, drops them. */
  const drop = (generation: number) => {
    try {
      dropping.immediate(generation);
    } catch (error) {
      if (sqliteCode(error) === '') throw error;
    }
  };

  let mine: number;
  try {
    mine = begin.immediate();
  } catch (error) {
    release();
    throw error;
  }
  const filling = (): Generation => {
    const found = generations.find(view, 'filling');
    if (!open || found?.generation !== mine) throw new Error(`the rebuild of the view ${view} has ended`);
    return found;
  };

  return {
    get progress() {
      return filling();
    },
    apply: applier(db, part, filling),
    *index() {
      for (const statement of tables.indexes(mine)) {
        filling();
        db.exec(statement);
        yield;
      }
    },
    finish() {
      const old = swap.immediate(filling());
      if (old === null) return false;
      end();
      drop(old);
      return true;
    },
    abandon() {
      if (!open) return;
      closeAllNow([
        () => {
          drop(mine);
        },
        end,
      ]);
    },
  };
}
