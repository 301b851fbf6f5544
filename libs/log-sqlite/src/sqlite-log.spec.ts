import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEventLog } from '@palimpsest/log-contract';
import { connect } from './connection.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { rowCrc } from './row.ts';

describeEventLog('the event log in an SQLite file', {
  createStore: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'log-'));
    const file = join(folder, 'log.db');
    return {
      file,
      connect: () => openSqliteLog({ file, busyTimeout: 1000 }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
  capabilities: {
    durable: true,
    instances: true,
    outage: async ({ file }) => {
      const other = connect(file, { busyTimeout: 1000 });
      other.exec('BEGIN IMMEDIATE');
      return async () => void other.close();
    },
    lostConnections: { cannot: 'lose a connection: it reads a file' },
    lateCommit: {
      cannot: 'show an event late: a position is given under the lock of the one writer, who then commits',
    },
    nextPosition: async ({ file }, position) => {
      await (await openSqliteLog({ file })).close();
      const db = connect(file, { busyTimeout: 1000 });
      const crc = rowCrc(position - 1n, '-', 0n, '-', '-', 1, '{}');
      db.prepare("INSERT INTO events VALUES (?, '-', 0, '-', 0, '-', 1, '{}', ?)").run(position - 1n, crc);
      db.close();
    },
  },
});
