import { setTimeout } from 'node:timers/promises';
import { UnreadableEvent, viewScope } from '@palimpsest/domain';
import type { Report } from '../deployment.ts';
import { closeAll } from '../close-all.ts';
import { LiveEvents } from './live-events.ts';
import { LogError, type EventLog } from '../ports/event-log.ts';
import { InvalidCursor, type ViewName, type ViewStore } from '../ports/views.ts';
import { replay } from './replay.ts';
import { ViewPaused } from './view-paused.ts';

/**
 * Events in one transaction, so that it takes a few milliseconds: a version's event costs about twenty times a use's, and a
 * policy's, of many rules, about four times.
 */
export const BATCH_SIZES = { versions: 16, uses: 128, policies: 32 } as const satisfies Record<ViewName, number>;
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
  #behind: ViewPaused | null = null;
  #unreadable: ViewPaused | null = null;
  /** Whether the rows were found to be those of this log since `follow`. */
  #isOfThisLog = false;

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
      prefixes: viewScope(view, team).prefixes,
      size: BATCH_SIZES[view],
      signal: this.#stopping.signal,
    };
  }

  /** Why it is paused, or null: it cannot follow the log, or its rows cannot be read. */
  get fault(): ViewPaused | null {
    return this.#behind ?? this.#unreadable;
  }

  /** Reads the rows as they stand. A store that fails pauses the view until a read succeeds, or until a rebuild. */
  read<T>(run: () => T): T {
    try {
      const found = run();
      this.#unreadable = null;
      return found;
    } catch (error) {
      if (error instanceof InvalidCursor) throw error;
      throw (this.#unreadable = this.#paused(error));
    }
  }

  /** As `read`, for what can do without: null where the store fails, or the rows may be those of another log. */
  peek<T>(run: () => T): T | null {
    try {
      return this.#isOfThisLog ? this.read(run) : null;
    } catch {
      return null;
    }
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
    this.#behind = this.#unreadable = null;
    this.follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await closeAll([() => this.#live?.stop(), () => this.#following, () => this.#run?.catch(() => undefined)]);
  }

  #begin(): Promise<void> {
    this.#next = null;
    const run = this.#catchUp().finally(() => {
      if (this.#run === run) this.#run = null;
    });
    return (this.#run = run);
  }

  async #catchUp(): Promise<void> {
    if (this.#behind?.event) throw this.#behind;
    try {
      if (this.#started) {
        await this.ready();
        this.#isOfThisLog = true;
      }
      await replay(this.#log, this.#target, this.#options);
      this.#behind = null;
    } catch (error) {
      throw this.failed(error);
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = () => signal.aborted;
    let wait = FIRST_RETRY_MS;
    while (!stopped() && !this.#behind?.event) {
      try {
        await this.catchUp();
        if (stopped()) return;
        wait = FIRST_RETRY_MS;
        this.#live = new LiveEvents(this.#log, this.#target, this.#options);
        await this.#live.ended;
      } catch (error) {
        this.failed(error);
        await setTimeout(wait, undefined, { ref: false, signal }).catch(() => undefined);
        wait = Math.min(2 * wait, LAST_RETRY_MS);
      }
      this.#live = null;
    }
  }

  /** The error for the caller. Whatever is no fault of the log pauses the view; an event does until a rebuild or a restart. */
  failed(error: unknown): unknown {
    if (error instanceof ViewPaused || error instanceof LogError || this.#stopping.signal.aborted) return error;
    this.#behind = this.#paused(error);
    if (error instanceof UnreadableEvent) void this.#live?.stop();
    return this.#behind;
  }

  /** Tells of the first fault in a row only. */
  #paused(error: unknown): ViewPaused {
    const fault = new ViewPaused(this.view, error);
    if (this.fault === null) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report('view_paused', { view: this.view, reason, event: fault.event });
    }
    return fault;
  }
}
