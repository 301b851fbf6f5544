import type { Page, PageRequest, VersionFilter, VersionsView } from '@palimpsest/application';
import type { VersionListed } from '@palimpsest/domain';
import { decodeCursor, pageOf } from './cursor.ts';
import type { Row, Value } from './database.ts';
import type { Reader } from './reader.ts';

/** The condition of each filter: fixed texts, the values are bound. */
const conditions = {
  key: 'revision IN (SELECT revision FROM {t}_keys WHERE key = ?)',
  origin: 'origin = ?',
  actor: 'actor = ?',
  since: 'timestamp >= ?',
  until: 'timestamp < ?',
  before: 'revision < ?',
} as const;
const SELECT = `SELECT revision, predecessor, timestamp, origin, actor, message, kind, restored_from, request, release, digest,
  bytes, changed FROM {t}`;

export function versionsView(read: Reader): VersionsView {
  const place = (text: string, value: Value) =>
    read((prepare) => prepare(text).pluck().safeIntegers().get(value) as bigint | undefined) ?? null;

  return {
    list(filter: VersionFilter, page: PageRequest): Page<VersionListed> {
      const before = decodeCursor('versions', page.cursor);
      const used = usedOf({ ...filter, before: before ?? undefined });
      const where = used.length === 0 ? '' : `WHERE ${used.map(([name]) => conditions[name]).join(' AND ')}`;
      const values = [...used.map(([, value]) => value), page.limit + 1];
      // Timestamps rise with revisions (S4), so both orders are the same; this one follows the index that finds the range.
      const order = (filter.since ?? filter.until) ? 'timestamp DESC, revision DESC' : 'revision DESC';
      const text = `${SELECT} ${where} ORDER BY ${order} LIMIT ?`;
      const { items, next_cursor } = read((prepare) =>
        pageOf({
          rows: prepare(text).iterate(...values) as Iterable<Row>,
          limit: page.limit,
          list: 'versions',
          key: (row) => Number(row['revision']),
          length: (row) => String(row['changed']).length,
        }),
      );
      return { items: items.map(versionOfRow), next_cursor };
    },
    lastUpTo(time) {
      const text = `${SELECT} WHERE timestamp <= ? ORDER BY timestamp DESC, revision DESC LIMIT 1`;
      const row = read((prepare) => prepare(text).get(time) as Row | undefined);
      return row === undefined ? null : versionOfRow(row);
    },
    place: (revision) => place('SELECT place FROM {t} WHERE revision = ?', revision),
    textPlace: (digest) => place('SELECT place FROM {t}_texts WHERE digest = ?', digest),
    request(id) {
      type Found = { revision: number; fingerprint: string } | undefined;
      const text = 'SELECT revision, fingerprint FROM {t}_requests WHERE id = ?';
      return read((prepare) => prepare(text).get(id) as Found) ?? null;
    },
  };
}

type Name = keyof typeof conditions;
/** The filters that are set, in the order of `conditions`, so that equal sets give equal statements. */
function usedOf(filter: { readonly [N in Name]?: Value | undefined }): [Name, Value][] {
  return (Object.keys(conditions) as Name[]).flatMap((name): [Name, Value][] => {
    const value = filter[name];
    return value === undefined ? [] : [[name, value]];
  });
}

function versionOfRow(row: Row): VersionListed {
  const { request, changed, ...version } = row;
  return {
    ...version,
    request: request === null ? null : (JSON.parse(request as string) as VersionListed['request']),
    changed: JSON.parse(changed as string) as string[],
  } as unknown as VersionListed;
}
