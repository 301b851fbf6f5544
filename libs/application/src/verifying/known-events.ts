import { isUnknown, readEvent, type EventOf, type EventType, type StoredEvent } from '@palimpsest/domain';
import { mustHold } from './broken.ts';

/** How many events were looked at, those of unknown types among them (A5). */
export interface EventCount {
  events: number;
  unknown: number;
}

/** The events of the given types in today's shape. Throws `UnreadableEvent`, and `Broken` at one that belongs elsewhere. */
export async function* knownEvents<T extends EventType>(
  stored: AsyncIterable<StoredEvent>,
  types: readonly T[],
  count: EventCount,
): AsyncGenerator<EventOf<T>, void, undefined> {
  for await (const event of stored) {
    count.events += 1;
    const known = readEvent(event);
    if (isUnknown(known)) count.unknown += 1;
    else {
      const type = types.find((each) => each === known.type);
      mustHold(type !== undefined, 'events', event, `an event ${known.type} does not belong into this stream`);
      yield known as EventOf<T>;
    }
  }
}
