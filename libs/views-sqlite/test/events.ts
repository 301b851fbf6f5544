import { definitionOf, digest, type EventType, type JsonObject, type NewEvent } from '@palimpsest/domain';

let count = 0;
/** An event of today's shape, with an id of its own. */
export function event(type: EventType, data: JsonObject): NewEvent {
  count += 1;
  return { id: `e${String(count)}`, type, schema: definitionOf(type).schema, data };
}

const START = Date.UTC(2026, 11, 1, 9);
/** A time, in minutes after the start of the histories. */
export const minute = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

export interface VersionGiven {
  readonly revision: number;
  readonly changed?: readonly string[];
  readonly origin?: 'panel' | 'tool';
  readonly actor?: string;
  readonly at?: number;
  readonly request_id?: string;
  readonly texts?: readonly string[];
}

/** A version whose entries all hold the first of its texts. */
export function version(given: VersionGiven): NewEvent {
  const { revision, changed = ['runtime/work'], origin = 'panel', actor = 'ann', at = revision, request_id } = given;
  const texts = given.texts ?? [`text ${String(revision)}`];
  const held = digest(texts[0] ?? 'text held before');
  return event(revision % 5 === 0 ? 'VersionRestored' : 'OverrideSaved', {
    revision,
    predecessor: revision - 1,
    predecessor_digest: revision === 1 ? null : digest(`version ${String(revision - 1)}`),
    timestamp: minute(at),
    origin,
    actor,
    message: revision % 3 === 0 ? null : 'why',
    kind: revision % 5 === 0 ? 'restored' : 'saved',
    restored_from: revision % 5 === 0 ? 1 : null,
    request: origin === 'tool' ? { person: 'bo', message: 'm1' } : null,
    release: 1,
    entries: Object.fromEntries(changed.map((key) => [key, { digest: held, base: digest('default') }])),
    texts: Object.fromEntries(texts.map((text) => [digest(text), text])),
    digest: digest(`version ${String(revision)}`),
    bytes: 100 + revision,
    changed: [...changed],
    removed: [],
    dropped: [],
    warnings: [],
    limit: 262_144,
    request_id: request_id === undefined ? null : { id: request_id, fingerprint: digest(request_id) },
    caller: null,
  });
}

export interface UseGiven {
  readonly session: string;
  readonly use: number;
  readonly role?: 'orchestrator' | 'worker';
  readonly revision?: number;
  readonly release?: number;
  readonly skill?: string | null;
}

export function used(given: UseGiven): NewEvent {
  const { session, use, role = 'orchestrator', revision = 1, release = 1, skill = null } = given;
  return event('RevisionUsed', {
    session,
    use,
    role,
    revision,
    release,
    policy: role === 'worker' ? null : digest('policy 1'),
    variables: [{ name: 'repository', value: 'a/b' }],
    ticket: role === 'worker' ? { kind: 'explicit' } : null,
    skill,
    prompt_digest: skill === null ? digest(`prompt of ${session} ${String(use)}`) : null,
    timestamp: minute(use),
    caller: null,
  });
}

/** A use as it was written before skills were loaded on demand. */
export function asSchema1(today: NewEvent): NewEvent {
  const data = Object.fromEntries(Object.entries(today.data).filter(([field]) => !['skill', 'caller'].includes(field)));
  return { ...today, schema: 1, data };
}

export function policy(version: string): NewEvent {
  const given = { version, mode: 'auto', rules: [] };
  return event('PolicyUsed', {
    digest: digest(`policy ${version}`),
    policy: given,
    timestamp: minute(0),
    caller: null,
  });
}
