import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { checkWal } from './check-wal.ts';
import { prepareCommitTogether } from './commit-together.ts';
import type { Connection } from './connection.ts';
import { FailureError, toFailure } from './failure.ts';
import { growWal } from './grow-wal.ts';
import { prepareFile } from './prepare-file.ts';
import type { AppendRequest, FromWriter, ToWriter, WriterData } from './protocol.ts';

/** The most appends that one transaction takes. */
const MOST_TOGETHER = 1000;

/** The writer's thread: the only place of a process that writes to the log. */
const port = parentPort;
const { file, busyTimeout } = workerData as WriterData;

function send(message: FromWriter): void {
  port?.postMessage(message);
}

function serve(db: Connection): void {
  const commitTogether = prepareCommitTogether(db, file);
  port?.on('message', (first: ToWriter) => {
    let waiting: AppendRequest[] = [];
    let message: ToWriter | undefined = first;
    // What came while the last commit was under way is committed together.
    while (message !== undefined && message !== 'close') {
      waiting = waiting.concat(message);
      message = waiting.length < MOST_TOGETHER ? receive() : undefined;
    }
    if (waiting.length > 0) send(commitTogether(waiting));
    if (message === 'close') {
      db.close();
      port.close();
    }
  });
  send('ready');
}

function receive(): ToWriter | undefined {
  const received = port ? (receiveMessageOnPort(port) as { message: ToWriter } | undefined) : undefined;
  return received?.message;
}

try {
  const damage = await checkWal(file);
  if (damage) throw new FailureError(damage);
  const db = prepareFile(file, busyTimeout);
  growWal(db, file);
  serve(db);
} catch (error) {
  send(toFailure(error, file));
  port?.close();
}
