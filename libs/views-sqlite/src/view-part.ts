import type { ViewName } from '@palimpsest/application';
import type { ViewScope } from '@palimpsest/domain';
import type { Generations } from './generations.ts';
import type { ViewTables } from './tables.ts';

/** What is particular to one view of this store: where its rows are kept, and which streams they are folded from. */
export interface ViewPart {
  readonly generations: Generations;
  readonly tables: ViewTables;
  readonly scope: ViewScope;
}
export type ViewParts = Readonly<Record<ViewName, ViewPart>>;
