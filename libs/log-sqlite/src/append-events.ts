import { crc32 } from 'node:zlib';
import type { Connection } from './connection.ts';
import type { DiskRoom } from './disk-room.ts';
import { full } from './failure.ts';
import { lengthOf } from './protocol.ts';
import type { AppendAnswer, AppendRequest } from './protocol.ts';
import { rowCrc } from './row.ts';

interface Place {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/**
 * One append, judged by what the open transaction sees. A refusal is an answer and is given before anything of this
 * append is written, so its neighbours in the transaction stand. Throws SQLite's faults only.
 */
export type AppendEvents = (request: AppendRequest) => AppendAnswer;

export function prepareAppendEvents(db: Connection, file: string, room: DiskRoom): AppendEvents {
  const head = db
    .prepare<[string], bigint>('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
    .pluck();
  const headPosition = db
    .prepare<[string], bigint>('SELECT position FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
    .pluck();
  const byId = db.prepare<[number, string], Place>(
    'SELECT stream, revision, position FROM events WHERE id_crc = ? AND id = ?',
  );
  const last = db.prepare<[], bigint | null>('SELECT max(position) FROM events').pluck();
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');

  return (request) => {
    const { stream, expected, events } = request;
    const idCrcs = events.map(([id]) => crc32(id));
    const places = events.map(([id], index) => byId.get(idCrcs[index] as number, id));
    const used = places.findIndex((place) => place !== undefined);
    if (used >= 0) return appendedBefore(stream, expected, events[used]?.[0] ?? '', places);

    let revision = head.get(stream) ?? null;
    if (revision !== expected) return { code: 'conflict', message: '', actual: revision };
    if (events.length === 0) return { revision, position: headPosition.get(stream) ?? null };
    // Only now: what is written already, or refused anyway, needs no room.
    if (!room.take(lengthOf(request))) return full(file);
    let position = last.get() ?? 0n;
    for (const [index, [id, type, schema, json]] of events.entries()) {
      revision = revision === null ? 0n : revision + 1n;
      position += 1n;
      const crc = rowCrc(position, stream, revision, id, type, schema, json);
      insert.run(position, stream, revision, id, idCrcs[index], type, schema, json, crc);
    }
    return { revision, position };
  };
}

/** Ids that are in the log already: the same append again, which is answered as the first time; or a refusal. */
function appendedBefore(
  stream: string,
  expected: bigint | null,
  id: string,
  places: readonly (Place | undefined)[],
): AppendAnswer {
  const first = expected === null ? 0n : expected + 1n;
  const same = places.every((place, index) => place?.stream === stream && place.revision === first + BigInt(index));
  const end = places.at(-1);
  if (same && end) return { revision: end.revision, position: end.position };
  return { code: 'event_id_reused', message: `event id ${id} is already in the log, at another place` };
}
