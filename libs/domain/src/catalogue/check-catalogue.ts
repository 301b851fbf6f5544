import { EVENT_LIMIT_BYTES } from '../event.ts';
import { illFormed } from '../text/ill-formed.ts';
import type { Catalogue } from './catalogue.ts';
import { checkManifest } from './check-manifest.ts';
import { recordOf } from './decide-release.ts';
import { TICKET_NOTE } from './manifest.ts';
import { noReleases } from './state.ts';
import { entryKeys, placeholdersOf } from './listed.ts';

/** Every fault of a catalogue as a sentence with its remedy (C1–C3, P1); none: any prompt can be assembled from it. */
export function checkCatalogue(catalogue: Catalogue): string[] {
  const keys = [...new Set([...entryKeys(catalogue), TICKET_NOTE])];
  return [
    ...checkManifest(catalogue.manifest),
    ...keys.flatMap((key) => textFaults(catalogue, key)),
    ...catalogue.manifest.skills.flatMap(({ name, description }) =>
      ofText(`the description of skill ${name}`, description),
    ),
    ...sizeFaults(catalogue),
  ];
}

function textFaults(catalogue: Catalogue, key: string): string[] {
  const text = catalogue.texts.get(key);
  if (text === undefined) return [`${key} has no text; add its file`];
  const missing = placeholdersOf(catalogue, key)
    .filter((name) => !text.includes(`{${name}}`))
    .map((name) => `the text of ${key} lacks its placeholder {${name}}; put it in, or declare it no longer`);
  return [...ofText(`the text of ${key}`, text), ...missing];
}

/** A default that no team could save an edit of (S8) is no default. */
function ofText(what: string, text: string): string[] {
  const fault = illFormed(text);
  return fault === null ? [] : [`${what} ${fault}`];
}

function sizeFaults(catalogue: Catalogue): string[] {
  const event = recordOf(noReleases, catalogue, { now: '2000-01-01T00:00:00.000Z', format: 1 });
  const bytes = Buffer.byteLength(JSON.stringify(event));
  if (bytes <= EVENT_LIMIT_BYTES) return [];
  return [
    `the catalogue takes ${String(bytes)} bytes as one event and at most ${String(EVENT_LIMIT_BYTES)} are allowed; shorten its texts`,
  ];
}
