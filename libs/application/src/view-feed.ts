import { setTimeout } from 'node:timers/promises';
import { UnreadableEvent, viewScopes } from '@palimpsest/domain';
import type { Report } from './deployment.ts';
import { LiveEvents } from './live-events.ts';
import { LogError, type EventLog } from './ports/event-log.ts';
import type { ViewName, ViewStore } from './ports/views.ts';
import { replay } from './replay.ts';
import { ViewPaused } from './view-paused.ts';

/** Events in one transaction, so that it takes a few milliseconds: a version's event costs about twenty times a use's. */
export const BATCH_SIZES = { versions: 16, uses: 128 } as const satisfies Record<ViewName, number>;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;

export interface FeedParts {
  readonly log: EventLog;
  readonly views: ViewStore;
  readonly team: string;
  readonly report: Report;
}

/** Keeps one view up with the log, and pauses it at an event that cannot be read (A5). */
export class ViewFeed {
  readonly #log: EventLog;
  readonly #target;
  readonly #options;
  readonly #report: Report;
  readonly #stopping = new AbortController();
  #run: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #started = false;
  #following: Promise<void> | null = null;
  #live: LiveEvents | null = null;
  /** Why it is paused, or null. */
  fault: ViewPaused | null = null;

  /** `ready` makes the rows fit to be followed; it is called until it resolved once, and not before `follow`. */
  constructor(
    readonly view: ViewName,
    { log, views, team, report }: FeedParts,
    readonly ready: () => Promise<void>,
  ) {
    this.#log = log;
    this.#report = report;
    this.#target = {
      checkpoint: () => views.state(view).checkpoint,
      apply: (batch: Parameters<ViewStore['apply']>[1]) => views.apply(view, batch),
    };
    this.#options = {
      prefixes: viewScopes[view](team).prefixes,
      size: BATCH_SIZES[view],
      signal: this.#stopping.signal,
    };
  }

  /**
   * Resolves when the view holds everything that was in the log at the time of the call. Calls share only a run that began
   * after they came. Rejects with `ViewPaused`, or with the log's own error.
   */
  catchUp(): Promise<void> {
    if (this.#next) return this.#next;
    if (this.#run === null) return this.#begin();
    this.#next = this.#run.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** Follows the log until `stop`, a fault that an event caused, or the end of the process. */
  follow(): void {
    this.#started = true;
    this.#following ??= this.#follow().finally(() => (this.#following = null));
  }

  /** After a rebuild the event that was in the way may be read; if not, it is met again. */
  resume(): void {
    this.fault = null;
    this.follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#live?.stop();
    await this.#following;
    await this.#run?.catch(() => undefined);
  }

  #begin(): Promise<void> {
    this.#next = null;
    const run = this.#catchUp().finally(() => {
      if (this.#run === run) this.#run = null;
    });
    return (this.#run = run);
  }

  async #catchUp(): Promise<void> {
    if (this.fault?.event) throw this.fault;
    try {
      if (this.#started) await this.ready();
      await replay(this.#log, this.#target, this.#options);
      this.fault = null;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = () => signal.aborted;
    let wait = FIRST_RETRY_MS;
    while (!stopped() && !this.fault?.event) {
      try {
        await this.catchUp();
        if (stopped()) return;
        wait = FIRST_RETRY_MS;
        this.#live = new LiveEvents(this.#log, this.#target, this.#options);
        await this.#live.ended;
      } catch (error) {
        this.#failed(error);
        await setTimeout(wait, undefined, { ref: false, signal }).catch(() => undefined);
        wait = Math.min(2 * wait, LAST_RETRY_MS);
      }
      this.#live = null;
    }
  }

  /** The error for the caller. Whatever is no fault of the log pauses the view; an event does until a rebuild or a restart. */
  #failed(error: unknown): unknown {
    if (error instanceof ViewPaused || error instanceof LogError || this.#stopping.signal.aborted) return error;
    const fault = new ViewPaused(this.view, error);
    if (this.fault === null) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report('view_paused', { view: this.view, reason, event: fault.event });
    }
    this.fault = fault;
    if (error instanceof UnreadableEvent) void this.#live?.stop();
    return fault;
  }
}
