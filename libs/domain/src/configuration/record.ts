import type { Origin, RecordedCaller } from '../caller.ts';
import { digest, digestOfJson, type Digest } from '../text/digest.ts';
import { timestampAfter } from '../timestamp.ts';
import { finish, type Steps } from '../steps.ts';
import { heldTexts, type VersionState } from './state.ts';
import { bytesOf, storedEntry, textsOf, type Entries, type Entry } from './entries.ts';
import type { StoredEntry, VersionRecorded } from './events.ts';
import type { PersonRequest } from './schemas.ts';
import { changedKeys } from './settle.ts';

/** What a decision adds to its entries to become a version: who, when, why, under what (S4). All of it is passed in. */
export interface VersionContext {
  readonly now: number;
  readonly origin: Origin;
  readonly actor: string;
  readonly message: string | null;
  readonly request: PersonRequest | null;
  readonly request_id: VersionRecorded['request_id'];
  readonly release: number;
  readonly limit: number;
  readonly caller: RecordedCaller | null;
  /** Whether the stream held this text before: then the event need not carry it. */
  readonly isHeld: (digest: Digest) => boolean;
}

type Decided = Pick<VersionRecorded, 'kind' | 'restored_from' | 'removed' | 'dropped' | 'warnings'>;

/** The event that makes these entries the next version. */
export const versionRecord = (...given: Parameters<typeof versionRecordInSteps>): VersionRecorded =>
  finish(versionRecordInSteps(...given));

/** The same, a step for each entry. */
export function* versionRecordInSteps(
  before: VersionState,
  entries: Entries,
  decided: Decided,
  context: VersionContext,
): Steps<VersionRecorded> {
  const digestOf = digests(before);
  const texts: Record<Digest, string> = {};
  for (const entry of entries.values()) {
    yield;
    for (const text of textsOf(entry)) {
      const key = digestOf(text);
      if (!context.isHeld(key)) texts[key] = text;
    }
  }
  const stored: [string, StoredEntry][] = [];
  for (const [key, entry] of entries) {
    yield;
    stored.push([key, storedEntry(entry, digestOf)]);
  }
  const changed = changedKeys(before.entries, entries);
  yield;
  const facts = {
    revision: before.revision + 1,
    predecessor: before.revision,
    predecessor_digest: before.record?.digest ?? null,
    timestamp: timestampAfter(context.now, before.timestamp),
    origin: context.origin,
    actor: context.actor,
    message: context.message,
    kind: decided.kind,
    restored_from: decided.restored_from,
    request: context.request,
    release: context.release,
    entries: Object.fromEntries(stored),
  };
  yield;
  const chained = versionDigest(facts);
  yield;
  return {
    ...facts,
    digest: chained,
    texts,
    bytes: bytesAfter(before, entries, changed),
    changed,
    removed: decided.removed,
    dropped: decided.dropped,
    warnings: decided.warnings,
    limit: context.limit,
    request_id: context.request_id,
    caller: context.caller,
  };
}

/** Digests of texts, each worked out once. Those of the version before are not: its record names them. */
function digests(before: VersionState): (text: string) => Digest {
  const known = new Map<string, Digest>();
  for (const [name, text] of heldTexts(before)) known.set(text, name);
  return (text) => {
    const name = known.get(text) ?? digest(text);
    known.set(text, name);
    return name;
  };
}

/** The size of the entries (S9), counted from that of the version before: only what changed is looked at. */
function bytesAfter(before: VersionState, entries: Entries, changed: readonly string[]): number {
  const size = (key: string, entry: Entry | undefined) => (entry === undefined ? 0 : bytesOf(key, entry));
  return changed.reduce(
    (bytes, key) => bytes + size(key, entries.get(key)) - size(key, before.entries.get(key)),
    before.record?.bytes ?? 0,
  );
}

type Facts = Omit<
  VersionRecorded,
  'digest' | 'texts' | 'bytes' | 'changed' | 'removed' | 'dropped' | 'warnings' | 'limit' | 'request_id' | 'caller'
>;

/** A4: over the canonical JSON of a version's facts, texts by their digests, chained to its predecessor's digest. */
export function versionDigest(facts: Facts): Digest {
  const { revision, predecessor, predecessor_digest, timestamp, origin, actor, message, kind } = facts;
  const { restored_from, request, release, entries } = facts;
  return digestOfJson({
    revision,
    predecessor,
    predecessor_digest,
    timestamp,
    origin,
    actor,
    message,
    kind,
    restored_from,
    request,
    release,
    entries,
  });
}
