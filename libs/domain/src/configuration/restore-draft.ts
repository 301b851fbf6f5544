import { kindOf } from '../catalogue/listed.ts';
import { pointer, type Fault } from '../faults.ts';
import type { Draft } from './draft.ts';
import { isSkill, type Entries, type Entry } from './entries.ts';
import { keyOf } from '../entry-keys.ts';
import { checkEntry, checkForm, type Rules } from './rules.ts';
import type { Restore } from './schemas.ts';
import { checkSize, settle } from './settle.ts';

/** The draft of a restore: `target`'s entries, or those that the request names put into the saved configuration (R1, R2). */
export function draftOfRestore(target: Entries, { keys, message }: Restore, rules: Rules, limit: number): Draft {
  const entries = keys === undefined ? target : returned(rules.saved, target, keys);
  const settled = settle(entries, rules);
  const faults = unknownKeys(target, keys ?? [], rules);
  for (const [key, entry] of settled.entries) faults.push(...checkRestored(rules, key, entry, keys));
  faults.push(...checkSize(rules.saved, settled.entries, limit, ''));
  if (message != null) faults.push(...checkForm(message, '/message'));
  return { entries, settled, faults, warnings: [] };
}

function returned(saved: Entries, target: Entries, keys: readonly string[]): Entries {
  const entries = new Map(saved);
  for (const key of keys) {
    const entry = target.get(key);
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
  }
  return entries;
}

function unknownKeys(target: Entries, keys: readonly string[], { saved, release }: Rules): Fault[] {
  return keys.flatMap((key, index): Fault[] => {
    if (saved.has(key) || target.has(key) || kindOf(release, key) !== undefined) return [];
    const message = `no entry has this key, neither now nor then; keys are such as runtime/work, ${keyOf('sections', 'communication')}, ${keyOf('skills', 'name')}`;
    return [{ path: pointer('keys', index), code: 'unknown_part', message }];
  });
}

/** S8 for one entry of a restore, unless it is as it was (S13). A fault names the entry, and its place in `keys` if it is there. */
function checkRestored(rules: Rules, key: string, entry: Entry, keys: readonly string[] | undefined): Fault[] {
  const index = keys?.indexOf(key) ?? -1;
  const path = index === -1 ? '' : pointer('keys', index);
  return checkEntry(rules, key, path, entry).map((fault) => ({
    ...fault,
    path,
    key,
    message: `${key}${isSkill(entry) ? ' (skill)' : ''}: ${fault.message}`,
  }));
}
