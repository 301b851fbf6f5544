import Database from 'better-sqlite3';
import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { policiesTables } from '../src/policies-tables.ts';
import { usesTables } from '../src/uses-tables.ts';
import { versionsTables } from '../src/versions-tables.ts';

/** A path for a views file in a new folder of its own. */
export const freshFile = (): string => join(mkdtempSync(join(tmpdir(), 'views-')), 'views.sqlite');

const tables = { versions: versionsTables, uses: usesTables, policies: policiesTables };

/** Every row that serves, of every table in the order of its primary key, with what the view counted. */
export function rowsOf(file: string, team = 'a'): Record<string, unknown> {
  const db = new Database(file, { readonly: true });
  try {
    const found = db
      .prepare("SELECT view, generation, skipped FROM generations WHERE state = 'serving' AND team = ? ORDER BY view")
      .all(team) as { view: keyof typeof tables; generation: number; skipped: number }[];
    return Object.fromEntries(
      found.flatMap(({ view, generation, skipped }): [string, unknown][] => [
        [`${view} skipped`, skipped],
        ...tables[view].names(generation).map((table): [string, unknown] => {
          const rows = db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).safeIntegers().raw().all();
          return [table.replace(String(generation), ''), rows];
        }),
      ]),
    );
  } finally {
    db.close();
  }
}

/** The names of all tables in the file. */
export function tablesIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all() as string[];
  } finally {
    db.close();
  }
}
