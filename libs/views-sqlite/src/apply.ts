import { isBefore, type Anchor, type Batch } from '@palimpsest/application';
import { isUnknown, readEvent, UnreadableEvent, type KnownEvent, type StoredEvent } from '@palimpsest/domain';
import { sqliteCode, type Db } from './database.ts';
import type { Generation } from './generations.ts';
import type { ViewPart } from './view-part.ts';

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
      else
        placing(event, () => {
          write(known);
        });
      anchor = event;
    }
    generations.move(generation, { checkpoint: position, skipped, anchor });
    return position;
  });

  return ({ after, events, position }) => {
    const { checkpoint } = find();
    const readable: Readable[] = [];
    try {
      for (const event of events) {
        if (!isBefore(checkpoint, event.position) || !scope.covers(event.stream)) continue;
        const known = readEvent(event);
        readable.push([event, isUnknown(known) ? null : known]);
      }
      return commit.immediate(after, readable, position);
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      // What lies before the event that cannot be folded is kept, so that the lag says exactly where it is.
      const before = readable.filter(([event]) => isBefore(event.position, error.event.position));
      const last = before.at(-1);
      if (last) commit.immediate(after, before, last[0].position);
      throw error;
    }
  };
}

/** A row that its tables refuse is refused each time, so it is the event's fault, not the store's. */
function placing(event: StoredEvent, write: () => void): void {
  try {
    write();
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== '' && !code.startsWith('SQLITE_CONSTRAINT')) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableEvent(event, `it has no place in the rows: ${reason}`, { cause: error });
  }
}
