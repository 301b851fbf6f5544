import { readFor, type VersionRecorded } from '@palimpsest/domain';
import type { EventLog } from '../ports/event-log.ts';

/** The version that lies at this place of `prompts-<team>`, with the texts that its event carries. */
export async function versionEvent(log: EventLog, stream: string, place: bigint): Promise<VersionRecorded> {
  for await (const stored of log.read(stream, { from: place, count: 1 })) {
    const event = readFor('configuration', stored);
    if (event !== null) return event.data;
  }
  throw new Error(`no version at ${String(place)} of ${stream}`);
}
