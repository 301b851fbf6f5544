import { setTimeout } from 'node:timers/promises';
import { UnreadableEvent, viewScope } from '@palimpsest/domain';
import { RebuildRunning, type Rebuild, type ViewName } from '../ports/views.ts';
import { isOfThisLog } from './log-witness.ts';
import { rebuildView, type OnProgress } from './rebuild.ts';
import { BATCH_SIZES, type FeedParts } from './view-feed.ts';
import { ViewPaused } from './view-paused.ts';
import type { RebuildProgress } from './view-status.ts';

/** How often a rebuild of another process is looked at. */
const WAIT_MS = 100;

/** Rebuilds of one view: those that are asked for, and the one at the start that its rows may need (A3). */
export class ViewRebuilds {
  readonly #view: ViewName;
  readonly #parts: FeedParts;
  readonly #stopping = new AbortController();
  #ready: Promise<void> | null = null;
  #running: Promise<unknown> | null = null;
  #background: Promise<unknown> = Promise.resolve();
  progress: RebuildProgress | null = null;
  /** Why the last rebuild failed, or null: until one succeeds. The old rows go on serving. */
  fault: ViewPaused | null = null;

  constructor(view: ViewName, parts: FeedParts) {
    this.#view = view;
    this.#parts = parts;
  }

  /** Throws `RebuildRunning`, or `ViewPaused` where an event cannot be read: the rows are then as they were. */
  async rebuild(onProgress: OnProgress = () => undefined): Promise<RebuildProgress> {
    const running = this.#rebuild(onProgress);
    // A second one is refused at once and must not be waited for in place of the first.
    if (this.progress !== null) this.#running ??= running.catch(() => undefined).finally(() => (this.#running = null));
    return running;
  }

  async #rebuild(onProgress: OnProgress): Promise<RebuildProgress> {
    const { log, team } = this.#parts;
    const rebuild = this.#begin();
    this.progress = { position: null, end: null, events: 0 };
    const { prefixes } = viewScope(this.#view, team);
    const options = { prefixes, size: BATCH_SIZES[this.#view], signal: this.#stopping.signal };
    try {
      const done = await rebuildView(log, rebuild, options, (progress) => {
        onProgress((this.progress = progress));
      });
      this.fault = null;
      return done;
    } catch (error) {
      const fault = this.#keep(error);
      throw error instanceof UnreadableEvent ? fault : error;
    } finally {
      this.progress = null;
    }
  }

  /** Another rebuild that is under way is no fault of the view. */
  #begin(): Rebuild {
    try {
      return this.#parts.views.beginRebuild(this.#view);
    } catch (error) {
      if (!(error instanceof RebuildRunning)) this.#keep(error);
      throw error;
    }
  }

  #keep(error: unknown): ViewPaused {
    const fault = new ViewPaused(this.#view, error);
    if (!this.#stopping.signal.aborted) this.fault = fault;
    return fault;
  }

  /** Resolves when the rows are those of this log. Rows of another code version serve until they are rebuilt. */
  ready = (): Promise<void> => {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
    return this.#ready;
  };

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#background;
    await this.#running;
  }

  async #prepare(): Promise<void> {
    const { log, views, report } = this.#parts;
    if (!(await isOfThisLog(log, views, this.#view))) {
      report('view_reset', { view: this.#view, reason: 'its rows are those of another log' });
      views.reset(this.#view);
    }
    const { current, checkpoint } = views.state(this.#view);
    if (current) return;
    const made = this.#make();
    if (checkpoint === null) await made.catch(leaveToReplay);
    else
      this.#background = made.catch((error: unknown) => {
        this.#failed(error);
      });
  }

  async #make(): Promise<void> {
    const { views, report } = this.#parts;
    while (!views.state(this.#view).current) {
      try {
        const { events, position } = await this.rebuild();
        if (events > 0) report('view_rebuilt', { view: this.#view, events, position });
      } catch (error) {
        // Another process is at it, for both: what it makes is seen here at once.
        if (!(error instanceof RebuildRunning)) throw error;
        await setTimeout(WAIT_MS, undefined, { ref: false, signal: this.#stopping.signal });
      }
    }
  }

  #failed(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const fault = error instanceof ViewPaused ? error : new ViewPaused(this.#view, error);
    this.#parts.report('view_rebuild_failed', { view: this.#view, reason: fault.message, event: fault.event });
  }
}

/** Where there are no rows yet, following the log makes those before the event that is in the way, and stops there. */
function leaveToReplay(error: unknown): void {
  if (!(error instanceof ViewPaused)) throw error;
}
