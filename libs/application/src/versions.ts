import { Inject, Injectable } from '@nestjs/common';
import {
  digestsOf,
  nothingSaved,
  readEvent,
  isUnknown,
  Refusal,
  versionOf,
  type Digest,
  type VersionRecorded,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, VIEW_STORE, type Deployment } from './deployment.ts';
import { heldTexts } from './held-texts.ts';
import { Latest } from './latest.ts';
import type { EventLog } from './ports/event-log.ts';
import type { ViewStore } from './ports/views.ts';
import { Projector } from './projector.ts';

/** How many older versions are kept whole in memory: those of Sessions and comparisons that go on. */
const KEPT = 8;

/** Any version, whole: the current one from memory, older ones from the log by the places that the view knows. */
@Injectable()
export class Versions {
  readonly #stream: string;
  readonly #kept = new Map<number, VersionState>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(VIEW_STORE) private readonly views: ViewStore,
    @Inject(DEPLOYMENT) deployment: Deployment,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Latest) private readonly latest: Latest,
  ) {
    this.#stream = streamsOf(deployment.team).prompts;
  }

  /** Rejects with `unknown_version` (R3), or `view_paused` where the view cannot say where an older one lies. */
  async get(revision: number): Promise<VersionState> {
    if (revision === 0) return nothingSaved;
    const { version: current } = await this.latest.now();
    if (revision === current.revision) return current;
    if (revision > current.revision) throw unknownVersion(revision, current.revision);
    const kept = this.#kept.get(revision);
    if (kept !== undefined) return kept;
    await this.projector.catchUp('versions');
    const place = this.views.versions.place(revision);
    if (place === null) throw unknownVersion(revision, current.revision);
    const version = await this.#read(place, new Map(heldTexts(current)));
    this.#keep(version);
    return version;
  }

  async #read(place: bigint, texts: Map<Digest, string>): Promise<VersionState> {
    const data = await this.#event(place);
    for (const [digest, text] of Object.entries(data.texts)) texts.set(digest, text);
    for (const digest of digestsOf(data)) {
      if (texts.has(digest)) continue;
      const at = this.views.versions.textPlace(digest);
      const carrier = at === null ? null : await this.#event(at);
      for (const [held, text] of Object.entries(carrier?.texts ?? {})) texts.set(held, text);
    }
    return versionOf(data, (digest) => {
      const text = texts.get(digest);
      if (text === undefined) throw new Error(`the log holds no text ${digest}`);
      return text;
    });
  }

  async #event(place: bigint): Promise<VersionRecorded> {
    for await (const stored of this.log.read(this.#stream, { from: place, count: 1 })) {
      const event = readEvent(stored);
      if (!isUnknown(event) && (event.type === 'OverrideSaved' || event.type === 'VersionRestored')) return event.data;
    }
    throw new Error(`no version at ${String(place)} of ${this.#stream}`);
  }

  #keep(version: VersionState): void {
    this.#kept.set(version.revision, version);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
  }
}

function unknownVersion(revision: number, current: number): Refusal {
  const message = `there is no version ${String(revision)}; the current one is ${String(current)}`;
  return new Refusal('unknown_version', message);
}
