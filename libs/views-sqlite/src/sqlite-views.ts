import { closeAllNow, type Rebuild, type ViewName, type ViewState, type ViewStore } from '@palimpsest/application';
import { viewScope } from '@palimpsest/domain';
import { applier } from './apply.ts';
import { clean } from './clean.ts';
import { Generations, GENERATIONS } from './generations.ts';
import { fileLocks, memoryLocks } from './lock.ts';
import { openFile } from './open-file.ts';
import { reader } from './reader.ts';
import { beginRebuild } from './rebuild.ts';
import { policiesTables } from './policies-tables.ts';
import { policiesView } from './policies-view.ts';
import type { ViewPart, ViewParts } from './view-part.ts';
import type { ViewTables } from './tables.ts';
import { usesTables } from './uses-tables.ts';
import { usesView } from './uses-view.ts';
import { versionsTables } from './versions-tables.ts';
import { versionsView } from './versions-view.ts';

export interface SqliteViewsOptions {
  /** A file of its own, or `:memory:`. Its folder must be there. Small files for locks lie beside it. */
  readonly file: string;
  /** Several teams may share a file. */
  readonly team: string;
  /** Told when the file was not used as it was found, with the reason; the views are then rebuilt from the log. */
  readonly onReplaced?: (reason: string) => void;
  /** For tests of an upgrade: the tables of another code version. */
  readonly tables?: Partial<Record<ViewName, ViewTables>>;
}

/** Opens the read models' store; creates, empties or replaces its file where that is needed. */
export function openSqliteViews({ file, team, onReplaced, tables = {} }: SqliteViewsOptions): ViewStore {
  const db = openFile(file, GENERATIONS, onReplaced ?? (() => undefined));
  const locks = file === ':memory:' ? memoryLocks() : fileLocks(file);
  const generations = new Generations(db, team);
  const partOf = (view: ViewName, own: ViewTables): ViewPart => ({
    generations,
    tables: tables[view] ?? own,
    scope: viewScope(view, team),
  });
  const parts: ViewParts = {
    versions: partOf('versions', versionsTables),
    uses: partOf('uses', usesTables),
    policies: partOf('policies', policiesTables),
  };
  clean(db, locks, parts);
  const applyTo = (view: ViewName) => applier(db, parts[view], () => generations.serving(view));
  const appliers = { versions: applyTo('versions'), uses: applyTo('uses'), policies: applyTo('policies') };
  const rebuilds = new Set<Rebuild>();

  return {
    versions: versionsView(reader(db, generations, 'versions')),
    uses: usesView(reader(db, generations, 'uses')),
    policies: policiesView(reader(db, generations, 'policies')),
    state(view): ViewState {
      const { checkpoint, skipped, anchor, whole, version } = generations.serving(view);
      return { checkpoint, skipped, anchor, current: whole && version === parts[view].tables.version };
    },
    apply: (view, batch) => appliers[view](batch),
    beginRebuild(view) {
      const rebuild = beginRebuild(db, locks, view, parts[view], () => rebuilds.delete(rebuild));
      rebuilds.add(rebuild);
      return rebuild;
    },
    reset(view) {
      const { tables: own } = parts[view];
      db.transaction(() => {
        generations.drop(generations.serving(view).generation, own);
        generations.create(view, own, 'serving');
      }).immediate();
    },
    close() {
      if (!db.open) return;
      closeAllNow([
        ...[...rebuilds].map((rebuild) => () => {
          rebuild.abandon();
        }),
        () => db.close(),
      ]);
    },
  };
}
