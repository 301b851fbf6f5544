import type { Preview } from '@palimpsest/domain';
import { table } from './table.ts';
import { number } from './version-text.ts';

/** From what it was made, in one line. */
export function promptNote({ role, revision, release, digest, complete, bytes }: Preview): string {
  const kind = complete ? 'the complete prompt' : "added to the host's own prompt";
  return `${role}, revision ${String(revision)}, release ${String(release)}, ${number(bytes)} bytes, ${kind}, ${digest}`;
}

/** A row for each part, in order. */
export function promptParts({ parts, prompt }: Preview): string {
  const rows = parts.map(({ key, source, start, end }) => {
    const bytes = number(Buffer.byteLength(prompt.slice(start, end)));
    return [key, source, String(start), String(end), bytes];
  });
  return table(['part', 'source', 'start', 'end', 'bytes'], rows);
}
