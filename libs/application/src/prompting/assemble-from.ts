import {
  assembleInSteps,
  defaultText,
  finish,
  isSkill,
  type Assembled,
  type CatalogueState,
  type Entries,
  type Inputs,
  type ReleaseState,
  type Steps,
} from '@palimpsest/domain';

/** Assembles from any entries under any release (P6), without a limit: for what is on record. */
export const assembleFrom = (
  catalogue: CatalogueState,
  release: ReleaseState,
  entries: Entries,
  inputs: Inputs,
): Assembled => finish(assembleFromInSteps(catalogue, release, entries, inputs));

/** The same in steps; what is above the limit is refused (P9). */
export function assembleFromInSteps(
  catalogue: CatalogueState,
  release: ReleaseState,
  entries: Entries,
  inputs: Inputs,
  limit?: number,
): Steps<Assembled> {
  const team = new Map([...entries].flatMap(([key, entry]) => (isSkill(entry) ? [] : [[key, entry.text] as const])));
  const defaults = (key: string) => defaultText(catalogue, release, key) ?? '';
  return assembleInSteps({ release, defaults, team }, inputs, limit);
}
