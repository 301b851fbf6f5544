import { Inject, Injectable } from '@nestjs/common';
import {
  currentRelease,
  evolveCatalogue,
  heldTexts,
  noReleases,
  nothingSaved,
  readFor,
  versionOf,
  digestsOf,
  type CatalogueState,
  type ReleaseState,
  type VersionRecorded,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, VIEW_STORE, type Deployment } from '../deployment.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { ViewStore } from '../ports/views.ts';
import { textIn } from './held-texts.ts';

/** What is in force at one moment, folded from the log. `head` is the revision of the team's stream of versions. */
export interface Present {
  readonly version: VersionState;
  readonly catalogue: CatalogueState;
  readonly release: ReleaseState;
  readonly head: bigint | null;
}

interface Folded {
  readonly version: VersionState;
  readonly head: bigint | null;
  readonly catalogue: CatalogueState;
  readonly catalogueHead: bigint | null;
}

/**
 * The latest version and release, always (U1): each call compares the heads of both streams with the fold, and reads what
 * is missing before it answers. No polling, no waiting for a projection.
 */
@Injectable()
export class Latest {
  readonly #streams;
  /** Replaced as a whole: a version and the head that it was folded to never come apart. */
  #folded: Folded = { version: nothingSaved, head: null, catalogue: noReleases, catalogueHead: null };
  #present: Present | null = null;
  #folding: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(DEPLOYMENT) deployment: Deployment,
    @Inject(VIEW_STORE) private readonly views?: Pick<ViewStore, 'versions'>,
  ) {
    this.#streams = streamsOf(deployment.team);
  }

  /** Rejects with a `LogError` where the log cannot say what is the latest; never answers with older text. */
  async now(): Promise<Present> {
    await this.#foldToHeads();
    const { version, catalogue, head } = this.#folded;
    const last = this.#present;
    if (last?.version === version && last.catalogue === catalogue && last.head === head) return last;
    return (this.#present = { version, catalogue, release: currentRelease(catalogue), head });
  }

  /** The recorded releases, also where there is none yet, with the revision of their stream. */
  async catalogue(): Promise<{ catalogue: CatalogueState; head: bigint | null }> {
    await this.#foldToHeads();
    const { catalogue, catalogueHead } = this.#folded;
    return { catalogue, head: catalogueHead };
  }

  /** Folds one at a time; a fold that was waited for may have brought all that is needed. */
  async #foldToHeads(): Promise<void> {
    const { prompts, defaults } = this.#streams;
    const [head, catalogueHead] = await Promise.all([this.log.head(prompts), this.log.head(defaults)]);
    const reached = () => atLeast(this.#folded.head, head) && atLeast(this.#folded.catalogueHead, catalogueHead);
    if (reached()) return;
    const turn = this.#folding.then(async () => {
      if (reached()) return;
      // The releases first: a version that is folded then stands on none that is missing.
      const releases = await this.#foldCatalogue();
      this.#folded = { ...this.#folded, ...releases, ...(await this.#foldVersion()) };
    });
    this.#folding = turn.catch(() => undefined);
    await turn;
  }

  async #foldCatalogue(): Promise<Pick<Folded, 'catalogue' | 'catalogueHead'>> {
    let { catalogue, catalogueHead } = this.#folded;
    const from = catalogueHead === null ? 0n : catalogueHead + 1n;
    for await (const stored of this.log.read(this.#streams.defaults, { from })) {
      const event = readFor('catalogue', stored);
      if (event !== null) catalogue = evolveCatalogue(catalogue, event.data, stored.position);
      catalogueHead = stored.revision;
    }
    return { catalogue, catalogueHead };
  }

  /** The last version, and those of its texts that its event does not carry: where the view says, else backwards through the log. */
  async #foldVersion(): Promise<Pick<Folded, 'version' | 'head'>> {
    const { version, head: known } = this.#folded;
    const stream = this.#streams.prompts;
    const head = await this.log.head(stream);
    if (head === null) return { version, head };
    const texts = new Map(heldTexts(version));
    const missing = new Set<string>();
    const found: { newest: VersionRecorded | null } = { newest: null };
    const search = async (from: bigint, count?: number) => {
      const range = { direction: 'backwards' as const, from, ...(count === undefined ? {} : { count }) };
      for await (const stored of this.log.read(stream, range)) {
        const event = readFor('configuration', stored);
        if (event === null) continue;
        if (found.newest === null) {
          found.newest = event.data;
          for (const digest of digestsOf(event.data)) if (!texts.has(digest)) missing.add(digest);
        }
        for (const [digest, text] of Object.entries(event.data.texts))
          if (missing.delete(digest)) texts.set(digest, text);
        if (missing.size === 0) return;
      }
    };
    // Only what is new: a page of long versions takes time.
    await search(head, known === null ? 1 : Math.max(1, Number(head - known)));
    for (const digest of missing) {
      const place = this.#placeOf(digest);
      if (place !== null) await search(place, 1);
    }
    if (missing.size > 0 || (found.newest === null && known === null)) await search(head);
    return { version: found.newest === null ? version : versionOf(found.newest, textIn(texts)), head };
  }

  /** Where the view says that a text lies; it may be behind, or fail: then the log is searched. */
  #placeOf(digest: string): bigint | null {
    try {
      return this.views?.versions.textPlace(digest) ?? null;
    } catch {
      return null;
    }
  }
}

const atLeast = (have: bigint | null, need: bigint | null) => need === null || (have !== null && have >= need);
