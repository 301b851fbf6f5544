import type { Anchor, Batch } from '@palimpsest/application';
import { isUnknown, readEvent, type KnownEvent, type StoredEvent } from '@palimpsest/domain';
import type { Db } from './database.ts';
import type { Generation } from './generations.ts';
import type { ViewPart } from './rebuild.ts';

/** `null` stands for an event of an unknown type. */
type Readable = readonly [event: StoredEvent, known: KnownEvent | null];

/** Folds batches into the rows of whichever generation `find` gives, and moves its checkpoint, in one transaction each. */
export function applier(
  db: Db,
  { generations, tables, scope }: ViewPart,
  find: () => Generation,
): (batch: Batch) => bigint | null {
  let kept: { readonly generation: number; readonly write: (event: KnownEvent) => void } | null = null;
  const writerOf = (generation: number) => {
    if (kept?.generation !== generation) kept = { generation, write: tables.writer(db, generation) };
    return kept.write;
  };

  const commit = db.transaction((after: bigint | null, readable: readonly Readable[], position: bigint) => {
    // Read inside the transaction: another process may have applied the same events, or swapped the rows, since.
    const found = find();
    const { generation, checkpoint } = found;
    if (isBefore(checkpoint, after) || !isBefore(checkpoint, position)) return checkpoint;
    let { skipped } = found;
    let anchor: Anchor | null = found.anchor;
    const write = writerOf(generation);
    for (const [event, known] of readable) {
      if (!isBefore(checkpoint, event.position)) continue;
      if (known === null) skipped += 1;
      else write(known);
      anchor = event;
    }
    generations.move(generation, { checkpoint: position, skipped, anchor });
    return position;
  });

  return ({ after, events, position }) => {
    const { checkpoint } = find();
    const readable: Readable[] = [];
    let read = checkpoint;
    for (const event of events) {
      if (!isBefore(checkpoint, event.position) || !scope.covers(event.stream)) continue;
      try {
        const known = readEvent(event);
        readable.push([event, isUnknown(known) ? null : known]);
        read = event.position;
      } catch (error) {
        // What lies before the event that cannot be read is kept, so that the lag says exactly where it is.
        if (read !== null) commit.immediate(after, readable, read);
        throw error;
      }
    }
    return commit.immediate(after, readable, position);
  };
}

export const isBefore = (a: bigint | null, b: bigint | null): boolean => b !== null && (a === null || a < b);
