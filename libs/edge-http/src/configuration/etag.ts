import type { Status } from '@palimpsest/domain';

/**
 * The tag of the current configuration. All of a status follows from version, release and limit; the version's digest
 * tells two logs apart that are at the same revision.
 */
export function etagOf({ revision, release, limit, digest }: Status): string {
  return `"${[revision, release, limit, (digest ?? '-').slice(7, 23)].join('.')}"`;
}

/** Whether `If-None-Match` (a list of tags, or `*`) names the tag, compared weakly (RFC 9110, 13.1.2). */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags: string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
