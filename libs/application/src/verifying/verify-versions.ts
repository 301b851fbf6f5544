import {
  changedKeys,
  digest,
  digestsOf,
  everHad,
  placeOf,
  versionDigest,
  versionOf,
  type CatalogueState,
  type Digest,
  type Entries,
  type EventOf,
  type FoldedBy,
  type VersionRecorded,
} from '@palimpsest/domain';
import { mustHold } from './broken.ts';

type Recorded = EventOf<FoldedBy<'configuration'>>;

/** Where the versions and their texts lie, as revisions of their stream. */
export interface VersionPlaces {
  /** Of version n at n - 1. */
  readonly versions: readonly bigint[];
  /** The positions of the versions in the log, in the same order. */
  readonly positions: readonly bigint[];
  readonly texts: ReadonlyMap<Digest, bigint>;
}

/** Checks every version against what it says of itself and of its predecessor (S4, A4). */
export async function verifyVersions(
  events: AsyncIterable<Recorded>,
  catalogue: CatalogueState,
): Promise<VersionPlaces> {
  const chain = new Chain(catalogue);
  for await (const event of events) chain.add(event);
  return chain;
}

class Chain implements VersionPlaces {
  readonly versions: bigint[] = [];
  readonly positions: bigint[] = [];
  readonly texts = new Map<Digest, bigint>();
  readonly #bytes = new Map<Digest, number>();
  readonly #requests = new Set<string>();
  #last: VersionRecorded | null = null;

  constructor(private readonly catalogue: CatalogueState) {}

  add(event: Recorded): void {
    const { data } = event;
    const { revision } = data;
    const due = this.versions.length + 1;
    const must = (condition: boolean, message: string) => {
      mustHold(condition, 'versions', event, `version ${String(revision)}: ${message}`);
    };
    mustHold(
      revision === due,
      'versions',
      event,
      `version ${String(revision)} stands where ${String(due)} is due: revisions have no holes`,
    );
    this.#hold(event, must);
    this.#follows(data, must);
    must(versionDigest(data) === data.digest, 'its digest does not hold');
    this.#entries(data, must);
    must(
      (event.type === 'OverrideSaved') === (data.kind === 'saved'),
      `its kind ${data.kind} is not that of ${event.type}`,
    );
    this.versions.push(event.revision);
    this.positions.push(event.position);
    this.#last = data;
  }

  #hold({ data, revision }: Recorded, must: Must): void {
    for (const [name, text] of Object.entries(data.texts)) {
      must(digest(text) === name, `the text ${name} has another digest`);
      if (!this.texts.has(name)) this.texts.set(name, revision);
      this.#bytes.set(name, Buffer.byteLength(text));
    }
  }

  #follows(data: VersionRecorded, must: Must): void {
    const last = this.#last;
    must(data.predecessor === data.revision - 1, `its predecessor is ${String(data.predecessor)}`);
    must(data.predecessor_digest === (last?.digest ?? null), "its predecessor's digest is another");
    must(last === null || data.timestamp >= last.timestamp, 'it is earlier than its predecessor');
    must(
      this.catalogue.releases.some(({ release }) => release === data.release),
      'the log has no such release as its own',
    );
    const { restored_from: from } = data;
    must((data.kind === 'restored') === (from !== null), 'what it restored does not fit its kind');
    must(from === null || from < data.revision, 'it restored a version that was not there yet');
    if (data.request_id === null) return;
    must(!this.#requests.has(data.request_id.id), `the request ${data.request_id.id} was accepted before`);
    this.#requests.add(data.request_id.id);
  }

  #entries(data: VersionRecorded, must: Must): void {
    for (const name of digestsOf(data)) must(this.texts.has(name), `the text ${name} is not in the log`);
    let bytes = 0;
    for (const [key, entry] of Object.entries(data.entries)) {
      const size = (name: Digest) => this.#bytes.get(name) ?? 0;
      bytes += size(entry.digest);
      if ('base' in entry)
        must(everHad(this.catalogue, key, entry.base), `the base of ${key} is no default that it had`);
      else bytes += size(entry.description) + Buffer.byteLength(placeOf(key).name);
    }
    must(bytes === data.bytes, `it has ${String(bytes)} bytes, not ${String(data.bytes)}`);
    const changed = changedKeys(this.#last === null ? new Map() : byDigest(this.#last), byDigest(data));
    must(changed.join() === [...data.changed].sort().join(), 'the keys that it says changed are not those that did');
  }
}

type Must = (condition: boolean, message: string) => void;

/** The entries with digests in the place of texts: they differ where the texts do. */
const byDigest = (data: VersionRecorded): Entries => versionOf({ ...data, texts: {} }, (name) => name).entries;
