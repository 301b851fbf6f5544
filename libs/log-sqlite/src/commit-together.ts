import { prepareAppendEvents } from './append-events.ts';
import type { Connection } from './connection.ts';
import { DiskRoom } from './disk-room.ts';
import { toFailure } from './failure.ts';
import type { AppendAnswer, AppendRequest } from './protocol.ts';

/** Commits appends in one transaction, and so with one sync. What it returns is durable. */
export type CommitTogether = (requests: readonly AppendRequest[]) => readonly AppendAnswer[];

export function prepareCommitTogether(db: Connection, file: string): CommitTogether {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const room = new DiskRoom(file);
  const appendEvents = prepareAppendEvents(db, file, room);

  return (requests) => {
    try {
      room.ask();
      begin.run();
      const answers = requests.map(appendEvents);
      commit.run();
      return answers;
    } catch (error) {
      const failure = toFailure(error, file);
      // SQLite leaves the transaction of a failed statement open, and takes the locks with it.
      if (db.inTransaction) rollback.run();
      return requests.map(() => failure);
    }
  };
}
