import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { toldTypes } from '@palimpsest/domain';
import { changeMessage, errorMessage, resetMessage } from './change-message.ts';
import { describeError } from '../server/describe-error.ts';
import { EDGE, type Edge } from '../server/edge.ts';

const HEARTBEAT_MS = 15_000;
/** A stream of a caller who is let in no more ends within this time (X4). */
const WATCH_MS = 1_000;
/** After how long a reader comes back: soon, where the server was restarted; later, where the log could not be followed. */
const RETRY_MS = 2_000;
const FAULT_RETRY_MS = 30_000;

/** The open streams of `GET /v1/changes`. Each follows the log by itself, at the pace at which its reader reads. */
@Injectable()
export class ChangeStreams {
  readonly #open = new Set<PassThrough>();
  #closed = false;

  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  /**
   * A stream of server-sent events after this position; without one, of those that come from now on. It ends when its caller
   * is let in no more.
   */
  async open(after: string | undefined, isStillIn: () => boolean): Promise<Readable> {
    const { log, team } = this.edge;
    const end = await log.end();
    const stream = new PassThrough();
    if (this.#closed) return stream.end();
    this.#open.add(stream);
    stream.write(`: following\nretry: ${String(RETRY_MS)}\n\n`);
    const isOfOtherLog = after !== undefined && BigInt(after) > (end ?? 0n);
    if (isOfOtherLog) stream.write(resetMessage(end));
    const watch = setInterval(() => {
      if (!isStillIn()) stream.end();
    }, WATCH_MS).unref();
    const heartbeat = setInterval(() => stream.writable && stream.write(': heartbeat\n\n'), HEARTBEAT_MS).unref();
    const subscription = log.subscribe({
      after: after === undefined || isOfOtherLog ? end : BigInt(after),
      types: toldTypes,
      onEvent: async (event) => {
        const message = changeMessage(event, team);
        if (message !== null && stream.writable && !stream.write(message)) await settled(stream);
      },
      onStopped: (error) => {
        // At the end of the server the log may be closed before the reader took what it was sent.
        if (!stream.writable) return;
        this.edge.report('changes_stopped', { error: describeError(error) });
        stream.end(errorMessage(error, FAULT_RETRY_MS));
      },
    });
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearInterval(watch);
      this.#open.delete(stream);
      subscription.unsubscribe().catch(() => undefined);
    });
    return stream;
  }

  /** Ends all streams and lets none begin, so that the server can stop. Readers come back by themselves. */
  endAll(): void {
    this.#closed = true;
    for (const stream of this.#open) stream.end();
  }
}

async function settled(stream: PassThrough): Promise<void> {
  const given = new AbortController();
  const events = ['drain', 'close'].map((event) => once(stream, event, { signal: given.signal }));
  await Promise.race(events).catch(() => undefined);
  given.abort();
}
