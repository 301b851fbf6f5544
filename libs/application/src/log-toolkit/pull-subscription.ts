import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '@palimpsest/domain';
import type { SubscribeOptions, Subscription } from '../ports/event-log.ts';

/** What lies after a position: the matching events, and how far the log was looked through for them. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Null: the log holds nothing after the position yet. */
  readonly through: bigint | null;
}

export interface PullSource {
  page(after: bigint | null): LogPage | Promise<LogPage>;
  /** Resolves when there may be something after the position, or when `signal` is aborted. */
  wait(after: bigint | null, signal: AbortSignal): Promise<void>;
}

/**
 * A subscription over a log that is read by pages. Catching up and following are one loop, so there is no seam at which
 * an event could be lost or doubled.
 */
export class PullSubscription implements Subscription {
  private readonly stop = new AbortController();
  /** Resolves when no handler is called any more: unsubscribed, or stopped by a fault. */
  readonly ended: Promise<void>;
  /** True while a handler runs synchronously: only then an unsubscribe can come from inside of it. */
  private calling = false;

  constructor(
    private readonly source: PullSource,
    private readonly options: SubscribeOptions,
  ) {
    this.ended = this.run();
  }

  async unsubscribe(): Promise<void> {
    this.stop.abort();
    // Waiting for a handler that waits for this would never end.
    if (!this.calling) await this.ended;
  }

  private async run(): Promise<void> {
    let handled: StoredEvent | undefined;
    try {
      // The caller holds its subscription before the first event comes.
      await setImmediate();
      for (let after = this.options.after; !this.stopped();) {
        const page = await this.source.page(after);
        for (const event of page.events) {
          if (this.stopped()) return;
          handled = event;
          await this.call(() => this.options.onEvent(event));
          handled = undefined;
        }
        if (this.stopped()) return;
        if (page.through === null) await this.source.wait(after, this.stop.signal);
        else {
          const through = (after = page.through);
          await this.call(() => this.options.onCheckpoint?.(through));
          // Handlers that never wait must not keep the process from its other work.
          await setImmediate();
        }
      }
    } catch (error) {
      if (this.stopped() && handled === undefined) return;
      this.stop.abort();
      this.options.onStopped?.(error, handled);
    }
  }

  private stopped(): boolean {
    return this.stop.signal.aborted;
  }

  /** Gives what the handler returned: a promise, if it is not done yet. */
  private call(handler: () => unknown): unknown {
    this.calling = true;
    try {
      return handler();
    } finally {
      this.calling = false;
    }
  }
}
