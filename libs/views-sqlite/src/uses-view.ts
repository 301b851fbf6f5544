import type { Page, PageRequest, SessionFilter, UsesView } from '@palimpsest/application';
import type { Role, Session, Use } from '@palimpsest/domain';
import { decodeCursor, pageOf } from './cursor.ts';
import type { Value } from './database.ts';
import type { Reader } from './reader.ts';

interface SessionRow {
  readonly first: bigint;
  readonly session: string;
  readonly role: Role;
}

/** How much of JSON a use gives, about. */
const USE_LENGTH = 270;

export function usesView(read: Reader): UsesView {
  return {
    sessions(filter: SessionFilter, page: PageRequest): Page<Session> {
      const { text, values } = query(filter, decodeCursor('sessions', page.cursor));
      return read((prepare) => {
        const rows = prepare(text)
          .safeIntegers()
          .all(...values, page.limit + 1) as SessionRow[];
        const last = prepare('SELECT max(use) FROM {t} WHERE first = ?').pluck();
        const uses = prepare(
          `SELECT use, revision, release, policy, skill, first_used, prompt_digest FROM {t} WHERE first = ? ORDER BY use`,
        );
        const { items, next_cursor } = pageOf({
          rows,
          limit: page.limit,
          list: 'sessions',
          key: ({ first }) => first,
          // Uses count from 1, so the last one's number is how many there are.
          length: ({ first }) => USE_LENGTH * Number(last.get(first)),
        });
        const sessions = items.map(({ first, session, role }) => ({ session, role, uses: uses.all(first) as Use[] }));
        return { items: sessions, next_cursor };
      });
    },
  };
}

/**
 * The Sessions that a filter leaves, newest first use first. With a revision or a release they are found by an index on uses
 * that is in this order already; the CROSS JOIN keeps SQLite from starting with all Sessions. Given both, one use has both.
 */
function query({ revision, release, role }: SessionFilter, before: bigint | null): { text: string; values: Value[] } {
  const byUse = revision !== undefined || release !== undefined;
  const from = byUse ? '{t} AS u CROSS JOIN {t}_sessions AS s ON s.first = u.first' : '{t}_sessions AS s';
  const conditions: [string, Value | undefined | null][] = [
    ['u.revision = ?', revision],
    ['u.release = ?', release],
    ['s.role = ?', role],
    [byUse ? 'u.first < ?' : 's.first < ?', before],
  ];
  const used = conditions.filter((each): each is [string, Value] => each[1] !== undefined && each[1] !== null);
  const where = used.length === 0 ? '' : `WHERE ${used.map(([condition]) => condition).join(' AND ')}`;
  const order = byUse ? 'GROUP BY u.first ORDER BY u.first DESC' : 'ORDER BY s.first DESC';
  const text = `SELECT s.first, s.session, s.role FROM ${from} ${where} ${order} LIMIT ?`;
  return { text, values: used.map(([, value]) => value) };
}
