import type { StoredEvent } from '@palimpsest/domain';
import type { EventLog, Subscription } from '../ports/event-log.ts';
import { isBefore } from '../ports/views.ts';
import type { ReplayOptions, ReplayTarget } from './replay.ts';

/** How long a checkpoint over events of others may wait: writing each would keep the disk busy for nothing. */
const IDLE_MS = 200;

/**
 * Folds new events as they come. Those that arrive in one turn of the event loop go into one transaction. Ends by itself
 * at the first fault: nothing after it is folded.
 */
export class LiveEvents {
  /** Resolves after `stop`, and where the rows were replaced by others that miss something; rejects with a fault. */
  readonly ended: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  readonly #subscription: Subscription;
  readonly #target: ReplayTarget;
  #after: bigint | null;
  #position: bigint | null;
  #events: StoredEvent[] = [];
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;
  #over = false;

  constructor(log: EventLog, target: ReplayTarget, { prefixes, size }: Pick<ReplayOptions, 'prefixes' | 'size'>) {
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#target = target;
    this.#after = this.#position = target.checkpoint();
    this.#subscription = log.subscribe({
      after: this.#after,
      prefixes,
      onEvent: (event) => {
        if (this.#over) return;
        this.#events.push(event);
        this.#position = event.position;
        if (this.#events.length >= size) this.#fold();
        else
          this.#soon ??= setImmediate(() => {
            this.#fold();
          });
      },
      onCheckpoint: (position) => {
        this.#position = position;
        this.#later ??= setTimeout(() => {
          this.#fold();
        }, IDLE_MS).unref();
      },
      onStopped: (error) => {
        this.#end(error);
      },
    });
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#subscription.unsubscribe();
  }

  #fold(): void {
    this.#forget();
    const position = this.#position;
    if (this.#over || position === null) return;
    const batch = { after: this.#after, events: this.#events, position };
    this.#events = [];
    try {
      const reached = this.#target.apply(batch);
      if (isBefore(reached, position)) void this.stop();
      this.#after = position;
    } catch (error) {
      this.#end(error);
    }
  }

  #end(error?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#forget();
    if (error === undefined) this.#resolve();
    else {
      this.#reject(error);
      void this.#subscription.unsubscribe();
    }
  }

  #forget(): void {
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = this.#later = undefined;
  }
}
