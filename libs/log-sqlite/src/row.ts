import { crc32 } from 'node:zlib';
import type { JsonObject, StoredEvent } from '@palimpsest/domain';
import { damaged, FailureError } from './failure.ts';

/** The columns of `EVENT_COLUMNS`, raw. */
export type Row = [
  position: bigint,
  stream: string,
  revision: bigint,
  id: string,
  type: string,
  schema: bigint,
  data: string,
  crc: bigint,
];

export const EVENT_COLUMNS = 'position, stream, revision, id, type, schema, data, crc';

/** CRC-32 of all that a row says, its place included. No name holds a NUL, so the parts cannot be told apart wrongly. */
export function rowCrc(
  position: bigint,
  stream: string,
  revision: bigint,
  id: string,
  type: string,
  schema: number | bigint,
  data: string,
): number {
  return crc32(`${position}\0${stream}\0${revision}\0${id}\0${type}\0${schema}\0${data}`);
}

/** Whether the row still says what was written. */
export function isIntact(row: Row): boolean {
  const [position, stream, revision, id, type, schema, data, crc] = row;
  return BigInt(rowCrc(position, stream, revision, id, type, schema, data)) === crc;
}

/** Throws `log_damaged`, naming the position, where the row is not what was written. */
export function toEvent(file: string, row: Row): StoredEvent {
  const [position, stream, revision, id, type, schema, data] = row;
  if (!isIntact(row))
    throw new FailureError(
      damaged(file, `the event at position ${String(position)} is not what was written: restore it from a backup`),
    );
  return { position, stream, revision, id, type, schema: Number(schema), data: JSON.parse(data) as JsonObject };
}
