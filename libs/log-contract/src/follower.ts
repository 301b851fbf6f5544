import type { EventLog, SubscribeOptions, Subscription } from '@palimpsest/application';
import type { StoredEvent } from '@palimpsest/domain';

/** Milliseconds that a test waits for what must come. */
const PATIENCE = 10_000;

/** A subscription that notes all that it is told. */
export class Follower {
  readonly events: StoredEvent[] = [];
  readonly checkpoints: bigint[] = [];
  readonly stops: { readonly error: unknown; readonly event: StoredEvent | undefined }[] = [];
  readonly subscription: Subscription;
  private noted: () => void = () => {};

  constructor(log: EventLog, options: Partial<SubscribeOptions> = {}) {
    this.subscription = log.subscribe({
      after: null,
      ...options,
      onEvent: async (event) => {
        await options.onEvent?.(event);
        this.events.push(event);
        this.noted();
      },
      onCheckpoint: async (position) => {
        await options.onCheckpoint?.(position);
        this.checkpoints.push(position);
        this.noted();
      },
      onStopped: (error, event) => {
        this.stops.push({ error, event });
        this.noted();
      },
    });
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  /** Resolves when the condition holds; rejects, saying where the follower is, if it does not in good time. */
  async until(condition: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!condition()) {
      if (performance.now() > end)
        throw new Error(`waited in vain: ${this.events.length} events, checkpoint ${this.checkpoints.at(-1)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.noted = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  untilEvents(count: number): Promise<void> {
    return this.until(() => this.events.length >= count);
  }

  untilPosition(position: bigint): Promise<void> {
    return this.until(() => (this.checkpoints.at(-1) ?? -1n) >= position);
  }
}

/** Long enough for something that must not come to have come. */
export function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 120));
}
