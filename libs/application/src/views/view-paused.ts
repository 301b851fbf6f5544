import { UnreadableEvent, type StoredEvent } from '@palimpsest/domain';
import type { ViewName } from '../ports/views.ts';
import { problem, ProblemError } from '../problems.ts';
import type { FaultyEvent } from './view-status.ts';

export function faultyEvent({ id, type, stream, revision, position }: StoredEvent): FaultyEvent {
  return { id, type, stream, revision: String(revision), position: String(position) };
}

/** The view does not follow the log (`view_paused`): it met an event that it cannot read (A5), or its store failed. */
export class ViewPaused extends ProblemError {
  readonly code = 'view_paused';
  readonly event: FaultyEvent | null;
  constructor(
    readonly view: ViewName,
    override readonly cause: unknown,
  ) {
    const event = cause instanceof UnreadableEvent ? faultyEvent(cause.event) : null;
    const why = event === null ? 'its store failed' : `event ${event.id} at ${event.position} cannot be read`;
    const detail = `The read model ${view} is paused: ${why}. GET /v1/views tells more; everything else goes on.`;
    super(problem('view_paused', detail, event === null ? { view } : { view, event }));
    this.event = event;
    this.name = 'ViewPaused';
  }
}
