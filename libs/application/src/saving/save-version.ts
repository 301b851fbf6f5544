import { Inject, Injectable } from '@nestjs/common';
import {
  attention,
  digestOfJson,
  heldTexts,
  release as releaseOf,
  Refusal,
  versionView,
  type CatalogueState,
  type DecisionContext,
  type Digest,
  type Entries,
  type Saved,
  type VersionRecorded,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import { recordedCaller, type Caller, type Source } from '../caller.ts';
import { CLOCK, DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import { Latest, type Present } from '../present/latest.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { Projector } from '../views/projector.ts';
import { runCommand } from '../run-command.ts';
import { Versions } from '../history/versions.ts';

/** How many appended texts are remembered: far more than the view is ever behind by. */
const REMEMBERED = 1_000;

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
  /** The newest texts that were appended here: the view holds them a little later. */
  readonly #appended = new Set<Digest>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
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
    // Once, however often another writer is first: the request stays the same.
    const id = requestId(request);
    const written = await runCommand(this.log, this.#stream, load, async (present) => {
      const earlier = id === null ? null : await this.#earlier(id);
      if (earlier !== null) {
        answer = { saved: earlier, stored: true };
        return null;
      }
      const data = await request.decide(present, this.#context(request, present.version, id));
      const stored = request.dry_run !== true;
      answer = { saved: savedView(data, present.catalogue), stored };
      const type = data.kind === 'saved' ? ('OverrideSaved' as const) : ('VersionRestored' as const);
      return stored ? { type, data } : null;
    });
    if (written !== null) this.#remember(Object.keys(written.event.data.texts));
    if (answer === undefined) throw new Error('a save was neither decided nor refused');
    return answer;
  }

  /** The first answer to this id (S10), or null. Throws `request_id_reused`. */
  async #earlier(id: NonNullable<DecisionContext['request_id']>): Promise<Saved | null> {
    const found = await this.projector.read('versions', ({ versions }) => versions.request(id.id));
    if (found === null) return null;
    if (found.fingerprint !== id.fingerprint) {
      const message = `request_id ${id.id} belongs to the request that made version ${String(found.revision)}; use a new one`;
      throw new Refusal('request_id_reused', message, { revision: found.revision });
    }
    const { record } = await this.versions.get(found.revision);
    // Taken last: while the view caught up, that version may have been made under a release that was not there before.
    return record === null ? null : savedView(record, (await this.latest.now()).catalogue);
  }

  #context({ caller }: VersionRequest, current: VersionState, id: DecisionContext['request_id']): DecisionContext {
    const held = new Set([...heldTexts(current)].map(([digest]) => digest));
    return {
      now: this.clock.now(),
      actor: caller.actor,
      origin: caller.origin,
      request: caller.request ?? null,
      request_id: id,
      limit: this.deployment.limit,
      caller: recordedCaller(caller),
      isHeld: (digest) => held.has(digest) || this.#appended.has(digest) || this.#isInView(digest),
    };
  }

  /** Without waiting for the view: what it does not know yet, or cannot tell, is stored a second time and harms nothing. */
  #isInView(digest: Digest): boolean {
    return this.projector.peek('versions', ({ versions }) => versions.textPlace(digest)) !== null;
  }

  #remember(digests: readonly Digest[]): void {
    for (const digest of digests) this.#appended.add(digest);
    for (const digest of this.#appended) {
      if (this.#appended.size <= REMEMBERED) return;
      this.#appended.delete(digest);
    }
  }
}

/** The client's own id of the request, and what tells this request from others (S10). */
function requestId({ request_id, source }: VersionRequest): DecisionContext['request_id'] {
  if (request_id === undefined) return null;
  const { method, path, body } = source;
  return { id: request_id, fingerprint: digestOfJson({ method, path, body }) };
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
