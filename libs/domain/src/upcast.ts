import { z } from 'zod';
import { defaultsUpgradedSchema, type DefaultsUpgraded } from './catalogue/release.ts';
import { versionRecordedSchema, type VersionRecorded } from './configuration/events.ts';
import type { JsonObject, StoredEvent } from './event.ts';
import { policyUsedSchema, revisionUsedSchema, type PolicyUsed, type RevisionUsed } from './usage/schemas.ts';

/** The schema number under which each type is written today (A5). Whoever appends an event takes it from here. */
export const eventSchemas = {
  OverrideSaved: 1,
  VersionRestored: 1,
  DefaultsUpgraded: 1,
  RevisionUsed: 2,
  PolicyUsed: 1,
} as const;
export type EventType = keyof typeof eventSchemas;

interface Shapes {
  OverrideSaved: VersionRecorded;
  VersionRestored: VersionRecorded;
  DefaultsUpgraded: DefaultsUpgraded;
  RevisionUsed: RevisionUsed;
  PolicyUsed: PolicyUsed;
}
/** An event whose `data` has today's shape, whatever shape it was written in. `type` tells which. */
export type KnownEvent = {
  [T in EventType]: Omit<StoredEvent, 'type' | 'data'> & { readonly type: T; readonly data: Shapes[T] };
}[EventType];

/** An event that should be known and cannot be read: it stops what reads it, and is named (A5). Holds no text of `data`. */
export class UnreadableEvent extends Error {
  constructor(
    readonly event: StoredEvent,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    const { type, id, stream, revision, position } = event;
    const place = `${stream}, revision ${String(revision)}, position ${String(position)}`;
    super(`event ${id} (${type}) at ${place} cannot be read: ${reason}`, options);
    this.name = 'UnreadableEvent';
  }
}

/**
 * How an event is read. Rules on the contents of a variable were checked when it came in (P4): they may become stricter and
 * must not make history unreadable. Checking them again would also double the time of a rebuild.
 */
const variable = z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) });
const readers: Record<EventType, z.ZodType<Shapes[EventType]>> = {
  OverrideSaved: versionRecordedSchema,
  VersionRestored: versionRecordedSchema,
  DefaultsUpgraded: defaultsUpgradedSchema,
  RevisionUsed: revisionUsedSchema.extend({ variables: z.array(variable) }),
  PolicyUsed: policyUsedSchema,
};

/** The step from the schema of that number to the next one, for each type. The older shapes are kept in `test/events/`. */
const upcasters: { readonly [T in EventType]?: Readonly<Record<number, (data: JsonObject) => JsonObject>> } = {
  // Before skills were loaded on demand (P8), every use was a prompt.
  RevisionUsed: { 1: (data) => ({ ...data, skill: null }) },
};

/** The only place where stored events become today's: for commands, projections and rebuilds alike (A5). */
export function readEvent(event: StoredEvent): KnownEvent | { readonly unknown: true } {
  const type = event.type as EventType;
  if (!Object.hasOwn(eventSchemas, type)) return { unknown: true };
  const current = eventSchemas[type];
  const { schema } = event;
  if (!Number.isInteger(schema) || schema < 1) throw new UnreadableEvent(event, 'its schema is no number from 1');
  if (schema > current) {
    throw new UnreadableEvent(event, `its schema is ${String(schema)}, this build knows ${String(current)} at most`);
  }
  let data = event.data;
  for (let from = schema; from < current; from += 1) data = upcasters[type]?.[from]?.(data) ?? data;
  const result = readers[type].safeParse(data);
  if (result.success) return { ...event, schema: current, type, data: result.data } as KnownEvent;
  const issue = result.error.issues[0];
  throw new UnreadableEvent(event, `${issue?.path.map(String).join('/') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

export const isUnknown = (event: KnownEvent | { readonly unknown: true }): event is { readonly unknown: true } =>
  'unknown' in event;
