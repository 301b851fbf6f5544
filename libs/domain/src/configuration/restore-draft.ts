import { kindOf } from '../catalogue/listed.ts';
import { pointer, type Fault } from '../faults.ts';
import type { Draft } from './draft.ts';
import { isSkill, type Entries, type Entry } from './entries.ts';
import { keyOf } from '../entry-keys.ts';
import { checkEntry, checkForm, type Rules } from './rules.ts';
import type { Restore } from './schemas.ts';
import { checkSize, settleInSteps } from './settle.ts';
import type { Steps } from '../steps.ts';

/**
 * The draft of a restore: `target`'s entries, or those that the request names put into the saved configuration (R1, R2). A step
 * for each key and each entry.
 */
export function* draftOfRestoreInSteps(
  target: Entries,
  { keys, message }: Restore,
  rules: Rules,
  limit: number,
): Steps<Draft> {
  const places = placesOf(keys ?? []);
  const entries = keys === undefined ? target : returned(rules.saved, target, places);
  yield;
  const settled = yield* settleInSteps(entries, rules);
  const faults = yield* unknownKeys(target, keys ?? [], rules);
  for (const [key, entry] of settled.entries) {
    yield;
    faults.push(...checkRestored(rules, key, entry, places.get(key) ?? ''));
  }
  faults.push(...checkSize(rules.saved, settled.entries, limit, ''));
  if (message != null) faults.push(...checkForm(message, '/message'));
  return { entries, settled, faults, warnings: [] };
}

/** Where each key stands first in a request's list. */
function placesOf(keys: readonly string[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const [index, key] of keys.entries()) if (!places.has(key)) places.set(key, pointer('keys', index));
  return places;
}

function returned(saved: Entries, target: Entries, keys: ReadonlyMap<string, string>): Entries {
  const entries = new Map(saved);
  for (const key of keys.keys()) {
    const entry = target.get(key);
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
  }
  return entries;
}

function* unknownKeys(target: Entries, keys: readonly string[], { saved, release }: Rules): Steps<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, key] of keys.entries()) {
    yield;
    if (saved.has(key) || target.has(key) || kindOf(release, key) !== undefined) continue;
    const message = `no entry has this key, neither now nor then; keys are such as runtime/work, ${keyOf('sections', 'communication')}, ${keyOf('skills', 'name')}`;
    faults.push({ path: pointer('keys', index), code: 'unknown_part', message });
  }
  return faults;
}

/** S8 for one entry of a restore, unless it is as it was (S13). A fault names the entry, and its place in `keys` if it is there. */
function checkRestored(rules: Rules, key: string, entry: Entry, path: string): Fault[] {
  return checkEntry(rules, key, path, entry).map((fault) => ({
    ...fault,
    path,
    key,
    message: `${key}${isSkill(entry) ? ' (skill)' : ''}: ${fault.message}`,
  }));
}
