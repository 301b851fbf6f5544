import type { Saved } from '@palimpsest/domain';
import { colours } from '../terminal/output.ts';
import { kindText, number } from './version-text.ts';

/** What a save or restore did, or what a dry run would. */
export function savedText(saved: Saved, isStored: boolean): string {
  const { revision, predecessor, changed, removed, dropped, default_changed, warnings, bytes, limit } = saved;
  const head = isStored
    ? `${colours.green('Saved')} as revision ${String(revision)}, after ${String(predecessor)} (${kindText(saved)})`
    : `Nothing is stored; it would be revision ${String(revision)}, after ${String(predecessor)} (${kindText(saved)})`;
  return [
    `${head}, ${number(bytes)} of ${number(limit)} bytes.`,
    `Changed: ${changed.length === 0 ? 'nothing' : changed.join(', ')}`,
    ...listed('Equal to the default, which it follows now', removed),
    ...listed('Dropped, because the part is no more', dropped),
    ...listed('The default changed under the text of', default_changed),
    ...warnings.map(({ code, path, message }) => `${colours.yellow('!')} ${path}: ${code}: ${message}`),
  ].join('\n');
}

const listed = (what: string, keys: readonly string[]): string[] =>
  keys.length === 0 ? [] : [`${what}: ${keys.join(', ')}`];
