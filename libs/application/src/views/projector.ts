import type { Report } from '../deployment.ts';
import { allClosed } from '../close-all.ts';
import type { EventLog } from '../ports/event-log.ts';
import { isBefore, viewNames, type ViewName, type ViewProgress, type ViewStore } from '../ports/views.ts';
import type { OnProgress } from './rebuild.ts';
import { ViewFeed } from './view-feed.ts';
import { ViewRebuilds } from './view-rebuilds.ts';
import type { RebuildProgress, ViewStatus } from './view-status.ts';

export { ViewPaused } from './view-paused.ts';

export interface ProjectorOptions {
  readonly log: EventLog;
  readonly views: ViewStore;
  readonly team: string;
  /** Told of pauses, resets and rebuilds; never of a text. */
  readonly onFault?: Report;
}

/** Keeps the read models up with the log, each by itself: a fault in one stops no other. */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #views: Record<ViewName, { readonly feed: ViewFeed; readonly rebuilds: ViewRebuilds }>;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    const { log, views, team, onFault: report = () => undefined } = options;
    const make = (view: ViewName) => {
      const rebuilds = new ViewRebuilds(view, { log, views, team, report });
      return { rebuilds, feed: new ViewFeed(view, { log, views, team, report }, rebuilds.ready) };
    };
    this.#views = { versions: make('versions'), uses: make('uses'), policies: make('policies') };
  }

  /** Begins to follow the log; rows that need it are rebuilt. Does not wait for them: `catchUp` does. */
  start(): Promise<void> {
    for (const name of viewNames) this.#views[name].feed.follow();
    return Promise.resolve();
  }

  /**
   * After it resolves the view holds everything that was in the log at the time of the call. Rejects with `ViewPaused`, or
   * with the log's own error.
   */
  catchUp(view: ViewName): Promise<void> {
    return this.#views[view].feed.catchUp();
  }

  /** Catches the view up and reads it. A store that fails meanwhile is `ViewPaused` too, and shown as such. */
  async read<T>(view: ViewName, run: (views: ViewStore) => T): Promise<T> {
    const { feed } = this.#views[view];
    await feed.catchUp();
    return feed.read(() => run(this.#options.views));
  }

  /** Reads the view as it stands, without waiting; null where it cannot tell: for what can do without it. */
  peek<T>(view: ViewName, run: (views: ViewStore) => T): T | null {
    return this.#views[view].feed.peek(() => run(this.#options.views));
  }

  /**
   * Makes the view's rows again from the log while the old ones serve (A3). Throws `RebuildRunning` where that is being done,
   * and `ViewPaused` where an event cannot be read.
   */
  async rebuild(view: ViewName, onProgress?: OnProgress): Promise<RebuildProgress> {
    const { feed, rebuilds } = this.#views[view];
    const done = await rebuilds.rebuild(onProgress);
    feed.resume();
    return done;
  }

  async status(): Promise<ViewStatus[]> {
    const end = await this.#options.log.end();
    return viewNames.map((name) => this.#statusOf(name, end));
  }

  /** After it resolves nothing is read or written any more. A rebuild under way is given up. */
  async stop(): Promise<void> {
    const all = Object.values(this.#views);
    await allClosed(all.flatMap(({ feed, rebuilds }) => [feed.stop(), rebuilds.stop()]));
  }

  #statusOf(name: ViewName, end: bigint | null): ViewStatus {
    const { feed, rebuilds } = this.#views[name];
    const { checkpoint, skipped } = this.#progressOf(name);
    const fault = feed.fault ?? rebuilds.fault;
    const { cause } = fault ?? {};
    return {
      name,
      state: rebuilds.progress ? 'rebuilding' : feed.fault ? 'paused' : 'live',
      position: checkpoint === null ? null : String(checkpoint),
      end: end === null ? null : String(end),
      lag: String(isBefore(checkpoint, end) ? (end ?? 0n) - (checkpoint ?? 0n) : 0n),
      skipped,
      event: fault?.event ?? null,
      error: fault === null ? null : cause instanceof Error ? cause.message : fault.message,
      progress: rebuilds.progress,
    };
  }

  /** A store that fails is a fault of its view; what else the status tells is told all the same. */
  #progressOf(name: ViewName): Pick<ViewProgress, 'checkpoint' | 'skipped'> {
    try {
      return this.#options.views.state(name);
    } catch (error) {
      this.#views[name].feed.failed(error);
      return { checkpoint: null, skipped: 0 };
    }
  }
}
