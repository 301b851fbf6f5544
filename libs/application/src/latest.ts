import { Inject, Injectable } from '@nestjs/common';
import {
  currentRelease,
  evolveCatalogue,
  noReleases,
  nothingSaved,
  readEvent,
  isUnknown,
  versionOf,
  digestsOf,
  type CatalogueState,
  type ReleaseState,
  type VersionState,
  streamsOf,
} from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, type Deployment } from './deployment.ts';
import type { EventLog } from './ports/event-log.ts';
import { heldTexts } from './held-texts.ts';

/** What is in force at one moment, folded from the log. `head` is the revision of the team's stream of versions. */
export interface Present {
  readonly version: VersionState;
  readonly catalogue: CatalogueState;
  readonly release: ReleaseState;
  readonly head: bigint | null;
}

/**
 * The latest version and release, always (U1): each call compares the heads of both streams with the fold, and reads what
 * is missing before it answers. No polling, no waiting for a projection.
 */
@Injectable()
export class Latest {
  readonly #streams;
  #present: Present | null = null;
  #head: bigint | null = null;
  #catalogue: CatalogueState = noReleases;
  #catalogueHead: bigint | null = null;
  #version: VersionState = nothingSaved;
  #folding: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(DEPLOYMENT) deployment: Deployment,
  ) {
    this.#streams = streamsOf(deployment.team);
  }

  /** Rejects with a `LogError` where the log cannot say what is the latest; never answers with older text. */
  async now(): Promise<Present> {
    const [head, catalogueHead] = await this.#heads();
    const { version, catalogue } = await this.#foldTo(head, catalogueHead);
    if (this.#present?.version !== version || this.#present.catalogue !== catalogue)
      this.#present = { version, catalogue, release: currentRelease(catalogue), head: this.#head };
    return this.#present;
  }

  /** The recorded releases, also where there is none yet, with the revision of their stream. */
  async catalogue(): Promise<{ catalogue: CatalogueState; head: bigint | null }> {
    const [head, catalogueHead] = await this.#heads();
    await this.#foldTo(head, catalogueHead);
    return { catalogue: this.#catalogue, head: this.#catalogueHead };
  }

  #heads(): Promise<[bigint | null, bigint | null]> {
    return Promise.all([this.log.head(this.#streams.prompts), this.log.head(this.#streams.defaults)]);
  }

  /** Folds one at a time; a fold that was waited for may have brought all that is needed. */
  async #foldTo(head: bigint | null, catalogueHead: bigint | null) {
    const reached = () => atLeast(this.#head, head) && atLeast(this.#catalogueHead, catalogueHead);
    if (!reached()) {
      const turn = this.#folding.then(async () => {
        if (reached()) return;
        await this.#foldCatalogue();
        await this.#foldVersion();
      });
      this.#folding = turn.catch(() => undefined);
      await turn;
    }
    return { version: this.#version, catalogue: this.#catalogue };
  }

  async #foldCatalogue(): Promise<void> {
    const from = this.#catalogueHead === null ? 0n : this.#catalogueHead + 1n;
    for await (const stored of this.log.read(this.#streams.defaults, { from })) {
      const event = readEvent(stored);
      if (!isUnknown(event) && event.type === 'DefaultsUpgraded') {
        this.#catalogue = evolveCatalogue(this.#catalogue, event.data, stored.position);
      }
      this.#catalogueHead = stored.revision;
    }
  }

  /** Reads backwards, the last version first, until all its texts are found. */
  async #foldVersion(): Promise<void> {
    const texts = new Map(heldTexts(this.#version));
    let newest: { data: Parameters<typeof versionOf>[0] } | null = null;
    let head: bigint | null = null;
    const missing = new Set<string>();
    for await (const stored of this.log.read(this.#streams.prompts, { direction: 'backwards' })) {
      head ??= stored.revision;
      if (newest === null && stored.revision === this.#head) break;
      const event = readEvent(stored);
      if (isUnknown(event) || (event.type !== 'OverrideSaved' && event.type !== 'VersionRestored')) continue;
      if (newest === null) {
        newest = { data: event.data };
        for (const digest of digestsOf(event.data)) if (!texts.has(digest)) missing.add(digest);
      }
      for (const digest of missing) {
        const text = event.data.texts[digest];
        if (text === undefined) continue;
        texts.set(digest, text);
        missing.delete(digest);
      }
      if (missing.size === 0) break;
    }
    if (newest !== null) this.#version = versionOf(newest.data, textIn(texts));
    this.#head = head;
  }
}

const atLeast = (have: bigint | null, need: bigint | null) => need === null || (have !== null && have >= need);

function textIn(texts: ReadonlyMap<string, string>) {
  return (digest: string): string => {
    const text = texts.get(digest);
    if (text === undefined) throw new Error(`the log holds no text ${digest}`);
    return text;
  };
}
