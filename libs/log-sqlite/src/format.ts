/** `PALM`: marks a file as an event log of this product (SQLite's `application_id`). */
export const APPLICATION_ID = 0x50414c4d;
/** The format that this code writes and reads (SQLite's `user_version`). */
export const FORMAT = 1;

/**
 * One row an event. `position` is the rowid, so it rises in the order of the commits. `crc` is that of `rowCrc`. Ids
 * are found by their CRC-32: ids are random, so each append changes another page of their index, and with a few bytes an
 * id there are far fewer pages to write. Every statement of `CREATE` is stored by SQLite as it stands here, and is compared when a file is opened.
 */
export const CREATE = [
  `CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    id_crc INTEGER NOT NULL,
    type TEXT NOT NULL,
    schema INTEGER NOT NULL,
    data TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX events_by_stream ON events (stream, revision)',
  'CREATE INDEX events_by_id ON events (id_crc)',
] as const;
