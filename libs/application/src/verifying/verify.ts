import { streamsOf, typesFor, type StoredEvent } from '@palimpsest/domain';
import type { EventLog } from '../ports/event-log.ts';
import { faultOf, type VerifyFault } from './broken.ts';
import { knownEvents } from './known-events.ts';
import { promptRemaker } from './remake-prompt.ts';
import { verifyPolicies } from './verify-policies.ts';
import { verifyReleases } from './verify-releases.ts';
import { verifyUses } from './verify-uses.ts';
import { verifyVersions } from './verify-versions.ts';
import { VersionEntries } from './version-entries.ts';

export type { Check, VerifyFault } from './broken.ts';
export { verifyViews, type ViewsVerified } from './verify-views.ts';

export interface VerifyOptions {
  readonly team: string;
  /** Whether each recorded prompt is made again. */
  readonly prompts: boolean;
  /** Told now and then how many events were checked. */
  readonly onProgress?: (events: number) => void;
}

/** What was checked and held, up to the first thing that does not. */
export interface VerifyCounts {
  /** Of the team; `unknown` of them have types that this build does not know (A5). */
  events: number;
  unknown: number;
  releases: number;
  /** Texts of defaults, and of the team. */
  defaults: number;
  versions: number;
  texts: number;
  policies: number;
  sessions: number;
  uses: number;
  prompts: number;
}
export interface Verified {
  readonly counts: VerifyCounts;
  /** Null: all of it holds. */
  readonly fault: VerifyFault | null;
}

const PROGRESS_EVENTS = 1_000;

/**
 * Recomputes everything that a team's log says of itself (A4): digests of releases, versions, policies and of every text,
 * the chain of versions, numbers without holes, and each recorded prompt. Reads only; whatever is appended meanwhile is left
 * for the next time. Rejects with a `LogError` where the log cannot be read at all.
 */
export async function verifyLog(log: EventLog, { team, prompts, onProgress }: VerifyOptions): Promise<Verified> {
  const counts = { ...nothing };
  try {
    const streams = streamsOf(team);
    // An event refers to earlier ones only: up to here each finds what it refers to, wherever the log goes meanwhile.
    const end = await log.end();
    const told = (events: AsyncIterable<StoredEvent>) => report(upTo(end, events), counts, onProgress);
    const catalogue = await verifyReleases(
      knownEvents(told(log.read(streams.defaults)), typesFor('catalogue'), counts),
    );
    counts.releases = catalogue.releases.length;
    counts.defaults = catalogue.texts.size;
    const places = await verifyVersions(
      knownEvents(told(log.read(streams.prompts)), typesFor('configuration'), counts),
      catalogue,
    );
    counts.versions = places.versions.length;
    counts.texts = places.texts.size;
    const policies = await verifyPolicies(knownEvents(told(log.read(streams.policies)), typesFor('policies'), counts));
    counts.policies = policies.size;
    const used = told(log.readAll({ prefixes: [streams.usage] }));
    const versions = new VersionEntries(log, streams.prompts, places);
    const remake = prompts ? promptRemaker(versions, catalogue, policies) : null;
    const context = { prefix: streams.usage, versions: places.positions, catalogue, policies, remake };
    await verifyUses(knownEvents(used, typesFor('session'), counts), context, counts);
    return { counts, fault: null };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return { counts, fault };
  }
}

const nothing: VerifyCounts = {
  events: 0,
  unknown: 0,
  releases: 0,
  defaults: 0,
  versions: 0,
  texts: 0,
  policies: 0,
  sessions: 0,
  uses: 0,
  prompts: 0,
};

async function* upTo(end: bigint | null, events: AsyncIterable<StoredEvent>) {
  for await (const event of events) {
    if (end === null || event.position > end) return;
    yield event;
  }
}

async function* report(
  events: AsyncIterable<StoredEvent>,
  counts: VerifyCounts,
  onProgress?: (events: number) => void,
) {
  for await (const event of events) {
    yield event;
    if (counts.events % PROGRESS_EVENTS === 0) onProgress?.(counts.events);
  }
}
