import { setImmediate } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { eventView, streamsOf, type EventView } from '@palimpsest/domain';
import { DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import type { EventLog } from '../ports/event-log.ts';
import { PAGE_LENGTH, type Page } from '../ports/views.ts';

export interface EventFilter {
  /** Exclusive; null: from the beginning. */
  readonly after: bigint | null;
  readonly limit: number;
  readonly type?: string | undefined;
}

/** The raw log of the team, in order (A2). `next_cursor` is the last position, to be given as `after`. */
export class ListEvents extends Query<Page<EventView>> {
  constructor(readonly filter: EventFilter) {
    super();
  }
}

/** Of an event that costs next to nothing to read. */
const USUAL_LENGTH = 20_000;

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
  ) {}

  async execute({ filter: { after, limit, type } }: ListEvents): Promise<Page<EventView>> {
    const { usage, ...single } = streamsOf(this.deployment.team);
    const own = new Set<string>(Object.values(single));
    const items: EventView[] = [];
    const types = type === undefined ? {} : { types: [type] };
    let length = 0;
    for await (const event of this.log.readAll({ after, prefixes: [...own, usage], ...types })) {
      if (!own.has(event.stream) && !event.stream.startsWith(usage)) continue;
      length += JSON.stringify(event.data).length;
      // Long events take time one by one: others have their turns in between.
      if (length > (items.length + 1) * USUAL_LENGTH) await setImmediate();
      const last = items.at(-1);
      if (last !== undefined && (items.length === limit || length > PAGE_LENGTH))
        return { items, next_cursor: last.position };
      items.push(eventView(event));
    }
    return { items, next_cursor: null };
  }
}
