import type { VersionView } from '@palimpsest/domain';
import { when } from './age.ts';
import { shown } from './shown.ts';

/** Who made a version, and how: `ann (panel), asked by bo`. */
export function by({ actor, origin, request }: Pick<VersionView, 'actor' | 'origin' | 'request'>): string {
  if (actor === null) return '';
  return shown(`${actor} (${origin ?? ''})${request === null ? '' : `, asked by ${request.person}`}`);
}

/** What a version is: `restored 3`, `defaults restored`, `saved`. */
export function kindText({ kind, restored_from }: Pick<VersionView, 'kind' | 'restored_from'>): string {
  if (kind === 'restored') return `restored ${String(restored_from)}`;
  return kind === 'defaults_restored' ? 'defaults restored' : (kind ?? 'nothing saved yet');
}

/** The facts of a version, as pairs of a name and a text. */
export function versionFacts(version: VersionView): [string, string | null][] {
  const { revision, predecessor, timestamp, message, digest } = version;
  return [
    ['revision', `${String(revision)}${predecessor === null ? '' : `, after ${String(predecessor)}`}`],
    ['made', when(timestamp)],
    ['by', by(version)],
    ['kind', kindText(version)],
    ['message', message === null ? null : message.split('\n').map(shown).join('\n')],
    ['digest', digest],
  ];
}

/** At most three keys, and how many more there are. */
export function keysText(keys: readonly string[]): string {
  const more = keys.length - 3;
  return more > 0 ? `${keys.slice(0, 3).join(', ')} and ${String(more)} more` : keys.join(', ');
}

export const number = (value: number): string => value.toLocaleString('en');
