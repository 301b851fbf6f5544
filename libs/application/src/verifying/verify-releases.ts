import {
  canonical,
  defaultText,
  digest,
  evolveCatalogue,
  noReleases,
  recordOf,
  release as releaseOf,
  type CatalogueState,
  type EventOf,
} from '@palimpsest/domain';
import { mustHold } from './broken.ts';

type Recorded = EventOf<'DefaultsUpgraded'>;

/** Checks every release: its number, each text's digest, that each default is there, and the digest over all of it (C5). */
export async function verifyReleases(events: AsyncIterable<Recorded>): Promise<CatalogueState> {
  let state = noReleases;
  for await (const event of events) {
    const { release, texts } = event.data;
    const due = state.releases.length + 1;
    mustHold(
      release === due,
      'releases',
      event,
      `release ${String(release)} stands where ${String(due)} is due: numbers have no holes`,
    );
    for (const [name, text] of Object.entries(texts)) {
      mustHold(
        digest(text) === name,
        'releases',
        event,
        `release ${String(release)}: the text ${name} has another digest`,
      );
      mustHold(
        canonical(text) === text,
        'releases',
        event,
        `release ${String(release)}: the text ${name} is not canonical`,
      );
    }
    state = evolveCatalogue(state, event.data, event.position);
    checkContents(event, state);
  }
  return state;
}

function checkContents(event: Recorded, state: CatalogueState): void {
  const { release, manifest, format, timestamp, digests } = event.data;
  const recorded = releaseOf(state, release);
  const texts = new Map<string, string>();
  for (const key of Object.keys(digests)) {
    const text = recorded && defaultText(state, recorded, key);
    mustHold(
      text !== undefined,
      'releases',
      event,
      `release ${String(release)}: the default of ${key} is not in the log`,
    );
    texts.set(key, text);
  }
  const made = recordOf(noReleases, { manifest, texts }, { now: timestamp, format });
  mustHold(
    made.digest === event.data.digest,
    'releases',
    event,
    `release ${String(release)}: its digest does not hold`,
  );
}
