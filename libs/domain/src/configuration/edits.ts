import { defaultText, release as releaseOf } from '../catalogue/state.ts';
import { pointer, type Fault } from '../faults.ts';
import { isSkill, type DraftEntries, type DraftEntry } from './entries.ts';
import type { TextEntry } from './schemas.ts';
import { placeOf } from '../entry-keys.ts';
import type { ParsedSave, SubmittedEdit } from './parse-save.ts';
import { checkForm, checkKey, type Rules } from './rules.ts';
import type { Steps } from '../steps.ts';
import { findOnce } from '../text/find-once.ts';
import { withLineEndsOf } from '../text/line-ends.ts';

export interface Edited {
  /** Each edited entry by its key, with the place of its last edit in the request's body. */
  readonly entries: ReadonlyMap<string, { readonly entry: DraftEntry; readonly path: string }>;
  /** The edits that could not be applied: then none may be. */
  readonly faults: readonly Fault[];
}

/**
 * Applies edits in order, each to what the one before it left (S14). Line ends are equal in `find`; `replace` is written with
 * those of the place that it replaces, else of the text, else with LF; every other byte of the text stays as it is. A step for
 * each piece of a text, for each edit looks at a whole one.
 */
export function* applyEdits({ edits, named, release }: ParsedSave, rules: Rules, from: DraftEntries): Steps<Edited> {
  const entries = new Map<string, { entry: DraftEntry; path: string }>();
  const faults: Fault[] = [];
  for (const edit of edits) {
    yield;
    const { key, index } = edit;
    const path = pointer('edits', index);
    if (named.has(key)) {
      const message = 'the entry is also named in this change; name it or edit it, not both';
      faults.push({ path: `${path}/key`, code: 'duplicate_entry', message, index });
      continue;
    }
    const before = entries.get(key)?.entry ?? from.get(key) ?? defaultEntry(rules, key, release);
    const wrong = [...checkKey(rules, key, `${path}/key`), ...checkForms(edit, path)];
    const entry = wrong.length > 0 ? wrong : yield* edited(before, edit, path);
    if (Array.isArray(entry)) faults.push(...entry);
    else entries.set(key, { entry, path });
  }
  return { entries, faults };
}

/** S8 for an edit's own texts, each where it stands: so no half of a surrogate pair is looked for, or left over. */
function checkForms({ find, replace, index }: SubmittedEdit, path: string): Fault[] {
  const faults = [...checkForm(find, `${path}/find`), ...checkForm(replace, `${path}/replace`)];
  return faults.map((fault) => ({ ...fault, index }));
}

function* edited(
  entry: DraftEntry | undefined,
  { key, find, replace, index }: SubmittedEdit,
  path: string,
): Steps<DraftEntry | Fault[]> {
  const fault = (code: 'edit_not_found' | 'edit_ambiguous', message: string): Fault[] => [
    { path: `${path}/find`, code, message, index },
  ];
  if (entry === undefined)
    return fault('edit_not_found', `there is no team skill ${JSON.stringify(placeOf(key).name)} to edit`);
  const text = isSkill(entry) ? entry.body : entry.text;
  const place = yield* findOnce(text, find);
  if (place === 'none')
    return fault('edit_not_found', 'does not occur in the text; read the entry again and copy the words exactly');
  if (place === 'several')
    return fault('edit_ambiguous', 'occurs more than once in the text; take more of the text around it');
  const { start, end } = place;
  const written = yield* withLineEndsOf(text, text.slice(start, end), replace);
  const next = text.slice(0, start) + written + text.slice(end);
  return isSkill(entry) ? { ...entry, body: next } : { ...entry, text: next };
}

/** An entry without team text starts from its default, which becomes its base (S14). */
function defaultEntry(rules: Rules, key: string, draftRelease: number | undefined): TextEntry | undefined {
  const named = draftRelease === undefined ? undefined : releaseOf(rules.catalogue, draftRelease);
  for (const release of named === undefined ? [rules.release] : [named, rules.release]) {
    const base = release.digests.get(key);
    const text = defaultText(rules.catalogue, release, key);
    if (base !== undefined && text !== undefined) return { text, base };
  }
  return undefined;
}
