import { MemoryLog } from '@palimpsest/log-memory';
import { Projector, viewNames, type ViewName, type ViewStore } from '@palimpsest/application';
import type { NewEvent } from '@palimpsest/domain';

/** A log in memory that numbers the revisions of its streams for the test. */
export class TeamLog extends MemoryLog {
  async add(stream: string, ...events: NewEvent[]): Promise<void> {
    await this.append(stream, events, (await this.head(stream)) ?? 'no_stream');
  }
}

/** Brings views up to the log as a process does that runs no longer than that. */
export async function caughtUp(log: MemoryLog, views: ViewStore, team = 'a'): Promise<void> {
  const projector = new Projector({ log, views, team });
  for (const view of viewNames) await projector.catchUp(view);
}

/** Waits for what another turn of the event loop brings about; fails after two seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await condition()); waited += 5) {
    if (waited > 2_000) throw new Error('it did not come about within two seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** One view's checkpoint, as a number that is easy to compare. */
export const reached = (views: ViewStore, view: ViewName): number => Number(views.state(view).checkpoint ?? -1n);
