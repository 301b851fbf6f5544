import { expect, test } from '@jest/globals';
import type { Status } from '@palimpsest/domain';
import { etagOf, isCurrent } from './etag.ts';

const status = { revision: 3, release: 2, limit: 100, digest: `sha256:${'a'.repeat(64)}` } as Status;
const etag = etagOf(status);

test('the tag changes with revision, release, limit and digest', () => {
  const others = [{ revision: 4 }, { release: 3 }, { limit: 101 }, { digest: `sha256:${'b'.repeat(64)}` }];
  const tags = others.map((other) => etagOf({ ...status, ...other }));
  expect(new Set([...tags, etag]).size).toBe(5);
});

test('an empty configuration has a tag', () => {
  expect(etagOf({ ...status, revision: 0, digest: null })).toMatch(/^"[!-~]+"$/);
});

test.each([
  [undefined, false],
  ['*', true],
  [etag, true],
  [`W/${etag}`, true],
  [`"other", W/${etag} , "more"`, true],
  ['"other"', false],
  [etag.slice(1, -1), false],
  ['', false],
])('If-None-Match %s: %s', (header, expected) => {
  expect(isCurrent(header, etag)).toBe(expected);
});
