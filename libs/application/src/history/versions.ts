import { Inject, Injectable } from '@nestjs/common';
import {
  digestsOf,
  heldTexts,
  nothingSaved,
  Refusal,
  versionOf,
  type Digest,
  type NumberOrLatest,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import { textIn } from '../present/held-texts.ts';
import { Latest } from '../present/latest.ts';
import type { EventLog } from '../ports/event-log.ts';
import { Projector } from '../views/projector.ts';
import { versionEvent } from './version-event.ts';

/** How many older versions are kept whole in memory: those of Sessions and comparisons that go on. */
const KEPT = 8;

/** Any version, whole: the current one from memory, older ones from the log by the places that the view knows. */
@Injectable()
export class Versions {
  readonly #stream: string;
  readonly #kept = new Map<number, VersionState>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(DEPLOYMENT) deployment: Deployment,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Latest) private readonly latest: Latest,
  ) {
    this.#stream = streamsOf(deployment.team).prompts;
  }

  /** Rejects with `unknown_version` (R3), or `view_paused` where the view cannot say where an older one lies. */
  async get(revision: NumberOrLatest): Promise<VersionState> {
    if (revision === 0) return nothingSaved;
    const { version: current } = await this.latest.now();
    if (revision === 'latest' || revision === current.revision) return current;
    if (revision > current.revision) throw unknownVersion(revision, current.revision);
    const kept = this.#kept.get(revision);
    if (kept !== undefined) return kept;
    const place = await this.projector.read('versions', ({ versions }) => versions.place(revision));
    if (place === null) throw unknownVersion(revision, current.revision);
    const version = await this.#read(place, new Map(heldTexts(current)));
    this.#keep(version);
    return version;
  }

  async #read(place: bigint, texts: Map<Digest, string>): Promise<VersionState> {
    const data = await versionEvent(this.log, this.#stream, place);
    for (const [digest, text] of Object.entries(data.texts)) texts.set(digest, text);
    const missing = [...digestsOf(data)].filter((digest) => !texts.has(digest));
    const places = await this.projector.read('versions', ({ versions }) =>
      missing.map((digest) => versions.textPlace(digest)),
    );
    for (const carrier of new Set(places)) {
      if (carrier === null) continue;
      for (const [digest, text] of Object.entries((await versionEvent(this.log, this.#stream, carrier)).texts))
        texts.set(digest, text);
    }
    return versionOf(data, textIn(texts));
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
