import { describe, expect, test } from '@jest/globals';
import { listVersions } from '../versions/versions.routes.ts';
import { integer, position, session, time } from './parameters.ts';

const message = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message;

describe('parameters that are not what they should be', () => {
  test.each(['2abc', '', ' 2', '+2', '-1', '1e3', '0x10', '07', '2.0', '9999999999999999', '0', '201'])(
    'limit %p is refused with what is allowed',
    (text) => {
      expect(message(integer(1, 200).safeParse(text))).toBe('must be a whole number, 1 to 200');
    },
  );

  test('a repeated one is refused', () => {
    expect(message(integer(1).safeParse(['1', '2']))).toBe('must be given once');
  });

  test.each(['-1', '1n', '9223372036854775808', '99999999999999999999'])('position %s is refused', (text) => {
    expect(position.safeParse(text).success).toBe(false);
  });

  test('a position may be the last of a log', () => {
    expect(position.parse('9223372036854775807')).toBe('9223372036854775807');
  });

  test.each([
    '',
    'yesterday',
    '2026-12-01',
    '2026-13-01T00:00:00Z',
    '2026-12-01T09:30:00',
    '0000-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.9999Z',
    '2026-02-29T00:00:00Z',
  ])('time %p is refused', (text) => {
    expect(time.safeParse(text).success).toBe(false);
  });

  test.each(['.', '..', 'a/b', 'a b', '', 'x'.repeat(129), 'ä'])('U5 Session id %p is refused', (id) => {
    expect(session.safeParse({ session: id }).error?.issues[0]?.path).toEqual(['session']);
  });
});

test.each([
  ['2026-12-01T09:30:00Z', '2026-12-01T09:30:00.000Z', ''],
  ['2026-12-01T10:30:00.5+01:00', '2026-12-01T09:30:00.500Z', ''],
  ['2026-12-01T10:30:00 01:00', '2026-12-01T09:30:00.000Z', ''],
  ['2026-12-01T09:30:00.974999Z', '2026-12-01T09:30:00.974Z', '999'],
])('a time is kept exactly: %s', (given, millisecond, below) => {
  expect(time.parse(given)).toEqual({ millisecond: Date.parse(millisecond), below });
});

test.each([
  'since=1&until=',
  'since=1&until=2026-12-01T00:00:00Z',
  'since=2026-13-01T00:00:00Z&until=2025-01-01T00:00:00Z',
])('two times of which one is none are refused for that alone: %s', (query) => {
  const { success, error } = listVersions.query.safeParse(Object.fromEntries(new URLSearchParams(query)));
  expect(success).toBe(false);
  expect(error?.issues.map(({ message }) => message).join()).not.toContain('lies between');
});
