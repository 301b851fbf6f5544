import { everHad, type CatalogueState, type ReleaseState } from '../catalogue/state.ts';
import { kindOf } from '../catalogue/listed.ts';
import type { Fault } from '../faults.ts';
import { illFormed } from '../text/ill-formed.ts';
import { builtInSkill, isReserved, missingPlaceholders } from '../catalogue/listed.ts';
import { isSkill, type DraftEntry, type Entries } from './entries.ts';
import type { DraftText, SkillEntry } from './schemas.ts';
import { placeOf } from '../entry-keys.ts';

/** What an entry is checked against: the current release, and the configuration that the draft was made from. */
export interface Rules {
  readonly catalogue: CatalogueState;
  readonly release: ReleaseState;
  readonly saved: Entries;
}

const SKILL_NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** What S8 finds in one entry. An entry that the draft leaves as it is has no fault (S13). `path` is the entry's place. */
export function checkEntry(rules: Rules, key: string, path: string, entry: DraftEntry): Fault[] {
  return isSkill(entry) ? checkSkill(rules, key, path, entry) : checkText(rules, key, path, entry);
}

/**
 * What is wrong with `null` for this entry. Where there is no team text it does nothing (S2): a name that no skill can have
 * has none, and neither has a part or section of an earlier release, so that what was returned once may be returned again.
 * What never was a part or section is no entry, but a slip of the pen (S7, S8).
 */
export function checkReturned(rules: Rules, key: string, path: string): Fault[] {
  if (placeOf(key).map === 'skills') return [];
  if (rules.catalogue.releases.some((each) => kindOf(each, key) !== undefined)) return [];
  return checkKey(rules, key, path);
}

/** What is wrong with giving this entry a text. */
export function checkKey({ release, saved }: Rules, key: string, path: string): Fault[] {
  const { map, name } = placeOf(key);
  if (saved.has(key) || kindOf(release, key) !== undefined) return [];
  if (map === 'sections') {
    const known = release.manifest.sections.map((section) => section.name).join(', ');
    return [{ path, code: 'unknown_key', message: `is no section; the sections are ${known}` }];
  }
  if (map === 'overrides') {
    return [
      {
        path,
        code: 'unknown_part',
        message: `no part has the key ${JSON.stringify(name.slice(0, 200))}; GET /v1/parts lists them`,
      },
    ];
  }
  return checkSkillName(release, name, path);
}

function checkSkillName(release: ReleaseState, name: string, path: string): Fault[] {
  if (isReserved(release, name)) {
    const builtIn = builtInSkill(release, name);
    const message =
      builtIn === undefined
        ? `"${name}" is a reserved name; choose another one`
        : `"${name}" is a built-in skill's name; choose another one, or override its part ${builtIn.part}`;
    return [{ path, code: 'reserved_skill_name', message }];
  }
  if (SKILL_NAME.test(name)) return [];
  const message = 'a skill name is 1–64 of a-z 0-9 -, without leading, trailing or double hyphens';
  return [{ path, code: 'invalid_skill_name', message }];
}

function checkSkill({ release, saved }: Rules, key: string, path: string, entry: SkillEntry): Fault[] {
  const before = saved.get(key);
  const faults: Fault[] = [];
  const was = before !== undefined && isSkill(before) ? before : undefined;
  if (was?.description === entry.description && was.body === entry.body) return [];
  faults.push(...checkSkillName(release, placeOf(key).name, path));
  if (was?.description !== entry.description) faults.push(...checkForm(entry.description, `${path}/description`));
  if (was?.body !== entry.body) faults.push(...checkForm(entry.body, `${path}/body`));
  return faults;
}

function checkText(rules: Rules, key: string, path: string, entry: DraftText): Fault[] {
  const { catalogue, release, saved } = rules;
  const unknown = checkKey(rules, key, path);
  if (unknown.length > 0) return [...unknown, ...checkForm(entry.text, `${path}/text`)];
  const before = saved.get(key);
  const was = before !== undefined && !isSkill(before) ? before : undefined;
  const faults: Fault[] = [];
  if (entry.base !== undefined && entry.base !== was?.base && !everHad(catalogue, key, entry.base)) {
    const message = 'is no digest of a default that this entry has or had; leave it out to keep the saved one';
    faults.push({ path: `${path}/base`, code: 'unknown_base', message });
  }
  if (was?.text === entry.text) return faults;
  faults.push(...checkForm(entry.text, `${path}/text`));
  const placeholders = missingPlaceholders(release, key, entry.text);
  if (placeholders.length > 0) {
    const names = placeholders.map((name) => `{${name}}`).join(', ');
    faults.push({ path: `${path}/text`, code: 'missing_placeholder', message: `must keep ${names}`, placeholders });
  }
  return faults;
}

/** S8's `ill_formed_text` for one text. */
export function checkForm(text: string, path: string): Fault[] {
  const message = illFormed(text);
  return message === null ? [] : [{ path, code: 'ill_formed_text', message }];
}
