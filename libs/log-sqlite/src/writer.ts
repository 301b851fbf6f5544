import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { checkWal } from './check-wal.ts';
import { prepareCommitTogether } from './commit-together.ts';
import type { Connection } from './connection.ts';
import { FailureError, toFailure } from './failure.ts';
import { growWal } from './grow-wal.ts';
import { prepareFile } from './prepare-file.ts';
import { lengthOf } from './protocol.ts';
import type { AppendRequest, FromWriter, ToWriter, WriterData } from './protocol.ts';

/** A transaction takes no further message once it has so many appends, or UTF-16 code units of data. */
const MOST_APPENDS = 1000;
const MOST_LENGTH = 8_000_000;

/** The writer's thread: the only place of a process that writes to the log. */
const port = parentPort;
const { file, busyTimeout, bell } = workerData as WriterData;

function send(message: FromWriter): void {
  port?.postMessage(message);
}

/** Serves until it is told to close. This thread does nothing else, so it sleeps where it wakes up soonest. */
function serve(db: Connection): void {
  const commitTogether = prepareCommitTogether(db, file);
  send('ready');
  for (;;) {
    const seen = Atomics.load(bell, 0);
    let waiting: AppendRequest[] = [];
    let length = 0;
    let message = receive();
    // What came while the last commit was under way is committed together.
    while (message !== undefined && message !== 'close') {
      waiting = waiting.length === 0 ? [...message] : waiting.concat(message);
      for (const request of message) length += lengthOf(request);
      message = waiting.length < MOST_APPENDS && length < MOST_LENGTH ? receive() : undefined;
    }
    if (waiting.length > 0) send(commitTogether(waiting));
    if (message === 'close') return;
    if (waiting.length === 0) Atomics.wait(bell, 0, seen);
  }
}

function receive(): ToWriter | undefined {
  const received = port ? (receiveMessageOnPort(port) as { message: ToWriter } | undefined) : undefined;
  return received?.message;
}

try {
  const damage = await checkWal(file);
  if (damage) throw new FailureError(damage);
  const db = prepareFile(file, busyTimeout);
  try {
    growWal(db, file);
    serve(db);
  } finally {
    db.close();
  }
} catch (error) {
  send(toFailure(error, file));
}
port?.close();
