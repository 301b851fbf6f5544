const SECTION = 'team/';
const SKILL = 'team/skill/';

/** The maps of a configuration, in the order in which its entries are listed. */
export const entryMaps = ['sections', 'skills', 'overrides'] as const;
export type EntryMap = (typeof entryMaps)[number];

/** The key of an entry (DOMAIN.md, "Entry keys"), from its place in a configuration. */
export const entryKey = {
  section: (name: string) => `${SECTION}${name}`,
  skill: (name: string) => `${SKILL}${name}`,
};

export interface EntryPlace {
  readonly map: EntryMap;
  readonly name: string;
}

/** Where the entry of this key stands in a configuration. */
export function placeOf(key: string): EntryPlace {
  if (key.startsWith(SKILL)) return { map: 'skills', name: key.slice(SKILL.length) };
  if (key.startsWith(SECTION)) return { map: 'sections', name: key.slice(SECTION.length) };
  return { map: 'overrides', name: key };
}

/** Whether what stands in this map may have this name: its key leads back to it. An own `__proto__` names nothing (S16). */
export function isPlace(map: EntryMap, name: string): boolean {
  return name !== '__proto__' && placeOf(keyOf(map, name)).map === map;
}

/** The key of what stands in this map under this name. */
export function keyOf(map: EntryMap, name: string): string {
  if (map === 'skills') return entryKey.skill(name);
  return map === 'sections' ? entryKey.section(name) : name;
}
