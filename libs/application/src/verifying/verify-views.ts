import { isDeepStrictEqual } from 'node:util';
import {
  streamsOf,
  typesFor,
  useChange,
  versionChange,
  type KnownEvent,
  type Session,
  type Use,
} from '@palimpsest/domain';
import { isOfThisLog, LOST } from '../views/log-witness.ts';
import type { EventLog } from '../ports/event-log.ts';
import { isBefore, type Page, type ViewName, type ViewStore } from '../ports/views.ts';
import { Broken, faultOf, mustHold, type VerifyFault } from './broken.ts';
import { knownEvents } from './known-events.ts';

export interface ViewsVerified {
  /** Rows that equal a fresh fold, by view; null where its rows are to be made anew anyway. */
  readonly rows: Readonly<Record<ViewName, number | null>>;
  readonly fault: VerifyFault | null;
}

/** Compares the rows of the read models with a fresh fold of the log (A1, A4). Nobody may write to `views` meanwhile. */
export async function verifyViews(log: EventLog, views: ViewStore, team: string): Promise<ViewsVerified> {
  const rows: Record<ViewName, number | null> = { versions: null, uses: null, policies: null };
  try {
    if (await areCurrent(log, views, 'versions')) rows.versions = await compareVersions(log, views, team);
    if (await areCurrent(log, views, 'uses')) rows.uses = await compareUses(log, views, team);
    if (await areCurrent(log, views, 'policies')) rows.policies = await comparePolicies(log, views, team);
    return { rows, fault: null };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return { rows, fault };
  }
}

/** Rows of another code version are no fault: the next start makes them anew. Rows of events that the log lacks are one. */
async function areCurrent(log: EventLog, views: ViewStore, view: ViewName): Promise<boolean> {
  if (await isOfThisLog(log, views, view)) return views.state(view).current;
  throw new Broken({ check: 'views', stream: null, revision: null, position: null, message: LOST });
}

const PAGE = 200;

/** Every row of a list, page by page. */
function* rowsOf<T>(page: (cursor: string | undefined) => Page<T>): Generator<T, undefined, undefined> {
  let cursor: string | null | undefined;
  do {
    const { items, next_cursor } = page(cursor ?? undefined);
    yield* items;
    cursor = next_cursor;
  } while (cursor !== null);
}

/** Both are newest first, so they are gone through side by side, and nothing is kept. */
async function compareVersions(log: EventLog, views: ViewStore, team: string): Promise<number> {
  const { checkpoint } = views.state('versions');
  const rows = rowsOf((cursor) => views.versions.list({}, { limit: PAGE, cursor }));
  const types = typesFor('versions');
  const stored = log.read(streamsOf(team).prompts, { direction: 'backwards' });
  let count = 0;
  for await (const event of knownEvents(stored, types, { events: 0, unknown: 0 })) {
    if (isBefore(checkpoint, event.position)) continue;
    checkVersion(event, rows.next().value, views);
    count += 1;
  }
  const more = rows.next().value;
  if (more !== undefined) throw differs(`the row of version ${String(more.revision)} is of no version in the log`);
  return count;
}

function checkVersion(event: KnownEvent, row: object | undefined, { versions }: ViewStore): void {
  const change = versionChange(event);
  if (change === null) return;
  const which = `the rows of version ${String(change.version.revision)}`;
  const due = { ...change.version, changed: [...change.changed] };
  mustHold(isDeepStrictEqual(row && { ...row }, due), 'views', event, `${which} are not what the log says; ${REBUILD}`);
  const { request, texts } = change;
  const isThere =
    versions.place(due.revision) === change.place &&
    (request === null || versions.request(request.id)?.revision === due.revision) &&
    texts.every((text) => !isBefore(change.place, versions.textPlace(text)) && versions.textPlace(text) !== null);
  mustHold(isThere, 'views', event, `${which} miss where it lies, its request or its texts; ${REBUILD}`);
}

async function compareUses(log: EventLog, views: ViewStore, team: string): Promise<number> {
  const { usage } = streamsOf(team);
  const { checkpoint } = views.state('uses');
  const sessions = new Map<string, number>();
  for await (const event of log.readAll({ prefixes: [usage], types: typesFor('uses') })) {
    if (isBefore(checkpoint, event.position)) break;
    if (event.stream.startsWith(usage)) sessions.set(event.stream, (sessions.get(event.stream) ?? 0) + 1);
  }
  let rows = 0;
  for (const row of rowsOf((cursor) => views.uses.sessions({}, { limit: PAGE, cursor }))) {
    const stream = usage + row.session;
    const uses = sessions.get(stream);
    if (uses === undefined) throw differs(`the row of Session ${row.session} is of no Session in the log`);
    await checkSession(log, stream, row, uses);
    sessions.delete(stream);
    rows += uses;
  }
  const [missing] = sessions.keys();
  if (missing !== undefined) throw differs(`Session ${missing.slice(usage.length)} has no row`, missing);
  return rows;
}

async function checkSession(log: EventLog, stream: string, row: Session, uses: number): Promise<void> {
  const due: Use[] = [];
  for await (const event of knownEvents(log.read(stream), typesFor('uses'), { events: 0, unknown: 0 })) {
    const change = useChange(event);
    if (change === null || due.length === uses) break;
    const isRow = isDeepStrictEqual({ ...row.uses[due.length] }, change.use) && event.data.role === row.role;
    const which = `the row of use ${String(change.use.use)} of Session ${row.session}`;
    mustHold(isRow, 'views', event, `${which} is not what the log says; ${REBUILD}`);
    due.push(change.use);
  }
  if (row.uses.length !== uses)
    throw differs(`Session ${row.session} has ${String(uses)} uses and ${String(row.uses.length)} rows`, stream);
}

async function comparePolicies(log: EventLog, views: ViewStore, team: string): Promise<number> {
  const { checkpoint } = views.state('policies');
  const stored = log.read(streamsOf(team).policies);
  let count = 0;
  for await (const event of knownEvents(stored, typesFor('policies'), { events: 0, unknown: 0 })) {
    if (isBefore(checkpoint, event.position)) break;
    const { digest } = event.data;
    const isThere = views.policies.place(digest) === event.revision;
    mustHold(isThere, 'views', event, `the row of the policy ${digest} is not what the log says; ${REBUILD}`);
    count += 1;
  }
  const rows = views.policies.count();
  if (rows !== count) throw differs(`there are ${String(count)} policies and ${String(rows)} rows of them`);
  return count;
}

const REBUILD = 'palimpsest rebuild makes the read models anew';

function differs(what: string, stream: string | null = null): Broken {
  return new Broken({ check: 'views', stream, revision: null, position: null, message: `${what}; ${REBUILD}` });
}
