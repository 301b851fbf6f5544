import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

// As the read models themselves open it.
const viewsSqlite = createRequire(new URL('../../../libs/views-sqlite/package.json', import.meta.url));
const Database = viewsSqlite('better-sqlite3') as typeof BetterSqlite3;

/** Every row that serves, by table, in the order of its primary key, with what each view counted. */
export function viewRows(file: string): Record<string, readonly unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const serving = db
      .prepare<[], { view: string; generation: number; skipped: number }>(
        "SELECT view, generation, skipped FROM generations WHERE state = 'serving' ORDER BY view",
      )
      .all();
    const tables = db
      .prepare<[string, string], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND (name = ? OR name GLOB ? || '_*') ORDER BY name",
      )
      .pluck();
    return Object.fromEntries(
      serving.flatMap(({ view, generation, skipped }): [string, readonly unknown[]][] => {
        const name = `${view}_${String(generation)}`;
        const rows = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).safeIntegers().raw().all();
        const found = tables.all(name, name);
        return [
          [`${view} skipped`, [skipped]],
          ...found.map((t): [string, unknown[]] => [t.replace(name, view), rows(t)]),
        ];
      }),
    );
  } finally {
    db.close();
  }
}
