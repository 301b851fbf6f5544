import type { KnownEvent } from '@palimpsest/domain';
import type { Db } from './database.ts';

/**
 * The tables of one view. Each generation has its own, named by its number, so that a rebuild fills new ones while the old
 * ones serve. Names are made from that number only.
 */
export interface ViewTables {
  /** The code version of the fold (A3). */
  readonly version: number;
  create(generation: number): readonly string[];
  /** One statement an index; made last by a rebuild, which is faster than keeping them up. */
  indexes(generation: number): readonly string[];
  /** The names of the tables. */
  names(generation: number): readonly string[];
  /** Adds what the event says. Adding it again changes nothing. */
  writer(db: Db, generation: number): (event: KnownEvent) => void;
}
