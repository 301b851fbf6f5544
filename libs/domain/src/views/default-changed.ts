import { currentRelease, type CatalogueState, type ReleaseState } from '../catalogue/state.ts';
import { builtInSkill, isReserved, missingPlaceholders, kindOf } from '../catalogue/listed.ts';
import { isSkill, type Entries } from '../configuration/entries.ts';
import type { Attention } from '../configuration/schemas.ts';
import { placeOf } from '../entry-keys.ts';

/**
 * What an upgrade left for the team to settle (D1, D5, D6), folded from a configuration and the releases; no event holds it.
 * A reserved name is a built-in skill's, or one on the list (S8); a skill that is not shadowed goes on being used (D6).
 */
export function attention(
  entries: Entries,
  catalogue: CatalogueState,
  release: ReleaseState = currentRelease(catalogue),
): Attention {
  const found: Attention = {
    default_changed: [],
    removed_parts: [],
    placeholder_missing: [],
    reserved_names: [],
    shadowed_skills: [],
  };
  for (const [key, entry] of entries) {
    if (isSkill(entry)) {
      const { name } = placeOf(key);
      if (isReserved(release, name)) found.reserved_names.push(name);
      if (builtInSkill(release, name) !== undefined) found.shadowed_skills.push(name);
      continue;
    }
    const now = release.digests.get(key);
    if (kindOf(release, key) === undefined) {
      found.removed_parts.push(key);
      continue;
    }
    if (entry.base !== now) found.default_changed.push(key);
    const placeholders = missingPlaceholders(release, key, entry.text);
    if (placeholders.length > 0) found.placeholder_missing.push({ key, placeholders });
  }
  return found;
}
