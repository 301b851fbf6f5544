import type { Statement } from 'better-sqlite3';
import type { ViewName } from '@palimpsest/application';
import type { Db } from './database.ts';
import type { Generations } from './generations.ts';

/** Prepares a fixed SQL text in which `{t}` stands for the table of the generation that serves. Values are bound, never in it. */
export type Prepare = (text: string) => Statement;
/** Runs queries on one snapshot, so that no swap falls between finding the generation that serves and reading its rows. */
export type Reader = <T>(run: (prepare: Prepare) => T) => T;

export function reader(db: Db, generations: Generations, view: ViewName): Reader {
  let kept = { generation: -1, statements: new Map<string, Statement>() };
  const snapshot = db.transaction((run: (prepare: Prepare) => unknown) => {
    const { generation } = generations.serving(view);
    if (kept.generation !== generation) kept = { generation, statements: new Map() };
    return run((text) => {
      const known = kept.statements.get(text);
      if (known) return known;
      const statement = db.prepare(text.replaceAll('{t}', `${view}_${String(generation)}`));
      kept.statements.set(text, statement);
      return statement;
    });
  });
  return <T>(run: (prepare: Prepare) => T) => snapshot.deferred(run) as T;
}
