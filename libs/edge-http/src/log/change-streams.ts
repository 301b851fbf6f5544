import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { toldTypes } from '@palimpsest/domain';
import { changeMessage } from './change-message.ts';
import { EDGE, type Edge } from '../server/edge.ts';

const HEARTBEAT_MS = 15_000;
/** A stream of a caller who is let in no more ends within this time (X4). */
const WATCH_MS = 1_000;

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
    stream.write(': following\nretry: 2000\n\n');
    const watch = setInterval(() => {
      if (!isStillIn()) stream.end();
    }, WATCH_MS).unref();
    const heartbeat = setInterval(() => stream.write(': heartbeat\n\n'), HEARTBEAT_MS).unref();
    const subscription = log.subscribe({
      // A position beyond the end is one of another log; what comes next is still to be told.
      after: after === undefined || (end !== null && BigInt(after) > end) ? end : BigInt(after),
      types: toldTypes,
      onEvent: async (event) => {
        const message = changeMessage(event, team);
        if (message !== null && !stream.destroyed && !stream.write(message)) await settled(stream);
      },
      onStopped: () => stream.end(),
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
