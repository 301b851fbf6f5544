import { digestsOf, versionOf, type Digest, type Entries } from '@palimpsest/domain';
import { versionEvent } from '../history/version-event.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { VersionPlaces } from './verify-versions.ts';

/** How many versions are kept whole: uses lie in the log near the version that they used. */
const KEPT = 8;

/** The entries of checked versions, read from the log by their places. */
export class VersionEntries {
  readonly #kept = new Map<number, Entries>();

  constructor(
    private readonly log: EventLog,
    private readonly stream: string,
    private readonly places: VersionPlaces,
  ) {}

  /** Of a revision that there is; 0 is the empty configuration (S4). */
  async of(revision: number): Promise<Entries> {
    const place = this.places.versions[revision - 1];
    const kept = this.#kept.get(revision) ?? (place === undefined ? new Map() : await this.#read(place));
    this.#kept.set(revision, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  async #read(place: bigint): Promise<Entries> {
    const data = await versionEvent(this.log, this.stream, place);
    const texts = new Map<Digest, string>(Object.entries(data.texts));
    for (const digest of digestsOf(data)) {
      const at = this.places.texts.get(digest);
      if (texts.has(digest) || at === undefined) continue;
      for (const [held, text] of Object.entries((await versionEvent(this.log, this.stream, at)).texts))
        texts.set(held, text);
    }
    return versionOf(data, (digest) => texts.get(digest) ?? '').entries;
  }
}
