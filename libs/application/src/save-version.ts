import { Inject, Injectable } from '@nestjs/common';
import {
  attention,
  digestOfJson,
  OVERRIDE_SAVED,
  release as releaseOf,
  Refusal,
  VERSION_RESTORED,
  versionView,
  type CatalogueState,
  type DecisionContext,
  type Entries,
  type Saved,
  type VersionRecorded,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import type { Caller, Source } from './caller.ts';
import { CLOCK, DEPLOYMENT, EVENT_LOG, VIEW_STORE, type Deployment } from './deployment.ts';
import { heldTexts } from './held-texts.ts';
import { Latest, type Present } from './latest.ts';
import type { Clock } from './ports/clock.ts';
import type { EventLog } from './ports/event-log.ts';
import type { ViewStore } from './ports/views.ts';
import { Projector, ViewPaused } from './projector.ts';
import { runCommand } from './run-command.ts';
import { Versions } from './versions.ts';

/** The answer to a save or restore; `stored` is false for a dry run (S15). */
export interface SaveAnswer {
  readonly saved: Saved;
  readonly stored: boolean;
}

/** What saves and restores have in common: who asks, under which id, and how the next version is decided. */
export interface VersionRequest {
  readonly caller: Caller;
  readonly source: Source;
  readonly request_id: string | undefined;
  readonly dry_run: boolean | undefined;
  /** Throws to refuse; everything it needs beside the present is in the context. */
  decide(present: Present, context: DecisionContext): VersionRecorded | Promise<VersionRecorded>;
}

/** Makes the next version: the id first, then the decision, then one append (S10, S12, S16). */
@Injectable()
export class SaveVersion {
  readonly #stream: string;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(VIEW_STORE) private readonly views: ViewStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Latest) private readonly latest: Latest,
    @Inject(Versions) private readonly versions: Versions,
  ) {
    this.#stream = streamsOf(deployment.team).prompts;
  }

  async run(request: VersionRequest): Promise<SaveAnswer> {
    let answer: SaveAnswer | undefined;
    const load = () => this.latest.now();
    await runCommand(this.log, this.#stream, load, async (present) => {
      const id = this.#requestId(request);
      const earlier = id === null ? null : await this.#earlier(id, present.catalogue);
      if (earlier !== null) {
        answer = { saved: earlier, stored: true };
        return null;
      }
      const data = await request.decide(present, await this.#context(request, present.version, id));
      const stored = request.dry_run !== true;
      answer = { saved: savedView(data, present.catalogue), stored };
      const type = data.kind === 'saved' ? OVERRIDE_SAVED : VERSION_RESTORED;
      return stored ? { type, data } : null;
    });
    if (answer === undefined) throw new Error('a save was neither decided nor refused');
    return answer;
  }

  #requestId({ request_id, source }: VersionRequest) {
    if (request_id === undefined) return null;
    const { method, path, body } = source;
    return { id: request_id, fingerprint: digestOfJson({ method, path, body }) };
  }

  /** The first answer to this id (S10), or null. Throws `request_id_reused`. */
  async #earlier(id: { id: string; fingerprint: string }, catalogue: CatalogueState): Promise<Saved | null> {
    await this.projector.catchUp('versions');
    const found = this.views.versions.request(id.id);
    if (found === null) return null;
    if (found.fingerprint !== id.fingerprint) {
      const message = `request_id ${id.id} belongs to the request that made version ${String(found.revision)}; use a new one`;
      throw new Refusal('request_id_reused', message, { revision: found.revision });
    }
    const { record } = await this.versions.get(found.revision);
    return record === null ? null : savedView(record, catalogue);
  }

  async #context({ caller }: VersionRequest, current: VersionState, id: DecisionContext['request_id']) {
    await this.projector.catchUp('versions').catch((error: unknown) => {
      // A paused view knows fewer texts: one may then be stored a second time, which harms nothing.
      if (!(error instanceof ViewPaused)) throw error;
    });
    const held = new Set([...heldTexts(current)].map(([digest]) => digest));
    return {
      now: this.clock.now(),
      actor: caller.actor,
      origin: caller.origin,
      request: caller.request ?? null,
      request_id: id,
      limit: this.deployment.limit,
      isHeld: (digest: string) => held.has(digest) || this.views.versions.textPlace(digest) !== null,
    };
  }
}

/** The answer that a version's event stands for: the same at any later time, as S10 needs. */
function savedView(data: Omit<VersionRecorded, 'texts'>, catalogue: CatalogueState): Saved {
  const { changed, removed, dropped, warnings, limit } = data;
  const { default_changed } = attention(storedBases(data), catalogue, releaseOf(catalogue, data.release));
  return { ...versionView(data), changed, removed, dropped, default_changed, warnings, limit };
}

/** `default_changed` needs the bases only, which the event itself names. */
function storedBases(data: Pick<VersionRecorded, 'entries'>): Entries {
  return new Map(
    Object.entries(data.entries).flatMap(([key, entry]) =>
      'base' in entry ? [[key, { text: '', base: entry.base }] as const] : [],
    ),
  );
}
