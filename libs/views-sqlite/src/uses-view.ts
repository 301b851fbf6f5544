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

export function usesView(read: Reader): UsesView {
  return {
    sessions(filter: SessionFilter, page: PageRequest): Page<Session> {
      const { text, values } = query(filter, decodeCursor('sessions', page.cursor));
      return read((prepare) => {
        const rows = prepare(text)
          .safeIntegers()
          .all(...values, page.limit + 1) as SessionRow[];
        const uses = prepare(
          `SELECT use, revision, release, policy, skill, first_used, prompt_digest FROM {t} WHERE first = ? ORDER BY use`,
        );
        const { items, next_cursor } = pageOf(rows, page.limit, 'sessions', (row) => row.first);
        const sessions = items.map(({ first, session, role }) => ({ session, role, uses: uses.all(first) as Use[] }));
        return { items: sessions, next_cursor };
      });
    },
    policyPlace(digest) {
      const text = 'SELECT place FROM {t}_policies WHERE digest = ?';
      return read((prepare) => prepare(text).pluck().safeIntegers().get(digest) as bigint | undefined) ?? null;
    },
  };
}

/**
 * The Sessions that a filter leaves, newest first use first. With a revision or a release they are found by an index on uses,
 * already in that order; the CROSS JOIN keeps SQLite from starting with all Sessions instead. Given both, one use has both.
 */
function query(filter: SessionFilter, before: bigint | null): { text: string; values: Value[] } {
  const conditions = (list: readonly (readonly [string, Value | undefined | null])[]) => {
    const used = list.filter((each): each is readonly [string, Value] => each[1] !== undefined && each[1] !== null);
    const text = used.length === 0 ? '' : `WHERE ${used.map(([condition]) => condition).join(' AND ')}`;
    return { text, values: used.map(([, value]) => value) };
  };
  const { revision, release, role } = filter;
  const [ofRole, ofBefore] = [['role = ?', role] as const, ['first < ?', before] as const];
  if (revision === undefined && release === undefined) {
    const { text, values } = conditions([ofRole, ofBefore]);
    return { text: `SELECT first, session, role FROM {t}_sessions ${text} ORDER BY first DESC LIMIT ?`, values };
  }
  const inner = conditions([['revision = ?', revision], ['release = ?', release], ofBefore]);
  const outer = conditions([ofRole]);
  return {
    text: `SELECT first, session, role FROM (SELECT DISTINCT first FROM {t} ${inner.text} ORDER BY first DESC)
      CROSS JOIN {t}_sessions USING (first) ${outer.text} ORDER BY first DESC LIMIT ?`,
    values: [...inner.values, ...outer.values],
  };
}
