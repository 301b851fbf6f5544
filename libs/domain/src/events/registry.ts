import { z } from 'zod';
import { variableSchema } from '../assembly/schemas.ts';
import { defaultsUpgradedSchema } from '../catalogue/release.ts';
import { versionRecordedSchema } from '../configuration/events.ts';
import type { JsonObject, StoredEvent } from '../event.ts';
import type { Streams } from '../streams.ts';
import { policyUsedSchema, revisionUsedSchema } from '../usage/schemas.ts';

/** The folds of the log: what is in force, the read models' rows, and what one Session or policy was. */
export type Fold = 'configuration' | 'catalogue' | 'session' | 'policies' | 'versions' | 'uses';

interface Definition {
  /** The stream that it lies in; of `usage`, one for each Session. */
  readonly stream: keyof Streams;
  /** The schema number under which it is written today (A5). */
  readonly schema: number;
  /** Today's shape, as it is read. */
  readonly data: z.ZodType;
  /** The step from the schema of that number to the next one. The older shapes are kept in `test/events/`. */
  readonly upcast?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  /** Who folds it. A view's scope in the log follows from it. */
  readonly folds: readonly Fold[];
  /** The name under which `GET /v1/changes` tells of it. */
  readonly told?: 'version' | 'release';
}

/**
 * How a use is read. Rules on the contents of a variable were checked when it came in (P4): they may become stricter and
 * must not make history unreadable. Checking them again would also double the time of a rebuild.
 */
const readVariable = z.object({ ...variableSchema.shape, name: z.string() });

/** Before callers were recorded, events did not say who caused them (X2). */
const withoutCaller = (data: JsonObject): JsonObject => ({ ...data, caller: null });

const version = {
  stream: 'prompts',
  schema: 2,
  data: versionRecordedSchema,
  upcast: { 1: withoutCaller },
  folds: ['configuration', 'versions'],
  told: 'version',
} as const satisfies Definition;

/** Every type of event. What else is said of events derives from this table (docs/adding-an-event.md). */
export const events = {
  OverrideSaved: version,
  VersionRestored: version,
  DefaultsUpgraded: {
    stream: 'defaults',
    schema: 2,
    data: defaultsUpgradedSchema,
    upcast: { 1: withoutCaller },
    folds: ['catalogue'],
    told: 'release',
  },
  RevisionUsed: {
    stream: 'usage',
    schema: 3,
    data: revisionUsedSchema.extend({ variables: z.array(readVariable) }),
    // Before skills were loaded on demand (P8), every use was a prompt.
    upcast: { 1: (data) => ({ ...data, skill: null }), 2: withoutCaller },
    folds: ['session', 'uses'],
  },
  PolicyUsed: {
    stream: 'policies',
    schema: 2,
    data: policyUsedSchema,
    upcast: { 1: withoutCaller },
    folds: ['policies'],
  },
} as const satisfies Record<string, Definition>;

type Events = typeof events;
export type EventType = keyof Events;
/** Today's shape of an event's data. */
export type EventData<T extends EventType> = z.output<Events[T]['data']>;
/** An event whose `data` has today's shape, whatever shape it was written in. `type` tells which. */
export type KnownEvent = {
  [T in EventType]: Omit<StoredEvent, 'type' | 'data'> & { readonly type: T; readonly data: EventData<T> };
}[EventType];
export type EventOf<T extends EventType> = Extract<KnownEvent, { readonly type: T }>;

/** The types that a fold takes. */
export type FoldedBy<F extends Fold> = {
  [T in EventType]: F extends Events[T]['folds'][number] ? T : never;
}[EventType];

const types = Object.keys(events) as EventType[];
/** The same as the table, without what is particular to each type. */
const table: Readonly<Record<EventType, Definition>> = events;

export const definitionOf = (type: EventType): Definition => table[type];
export const isEventType = (type: string): type is EventType => Object.hasOwn(events, type);

/** The types that a fold takes, in the order of the table. */
export function typesFor<F extends Fold>(fold: F): FoldedBy<F>[] {
  return types.filter((type) => table[type].folds.includes(fold)) as FoldedBy<F>[];
}

export function isFor<F extends Fold>(fold: F, event: KnownEvent): event is EventOf<FoldedBy<F>> {
  return table[event.type].folds.includes(fold);
}

/** The types of which `GET /v1/changes` tells. */
export const toldTypes: readonly EventType[] = types.filter((type) => table[type].told !== undefined);
