import { defaultText, release as releaseOf } from '../catalogue/state.ts';
import { pointer, type Fault } from '../faults.ts';
import { isSkill, type DraftEntry, type Entries, type Entry, type TextEntry } from './entries.ts';
import { placeOf } from './keys.ts';
import type { ParsedSave } from './parse-save.ts';
import { checkEntry, checkForm, checkKey, type Rules } from './rules.ts';
import type { Change } from './schemas.ts';

/** What a request makes of the configuration that it was made from, with every fault of its entries (S8). */
export interface Draft {
  readonly entries: ReadonlyMap<string, DraftEntry>;
  /** Where each entry that the request sets stands in its body. */
  readonly paths: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
}

/** Builds the draft of a save and checks every entry of a right shape, also where others fail (S2, S8, S14, S16). */
export function draftOf(parsed: ParsedSave, rules: Rules): Draft {
  const entries = new Map<string, DraftEntry>(parsed.form === 'replace' ? [] : rules.saved);
  const paths = new Map<string, string>();
  const faults: Fault[] = [...parsed.faults];
  for (const { key, path, entry } of parsed.submitted) {
    if (entry === null) {
      entries.delete(key);
      faults.push(...checkKey(rules, key, path));
    } else {
      entries.set(key, entry);
      paths.set(key, path);
      faults.push(...checkEntry(rules, key, path, entry));
    }
  }
  const named = new Set(parsed.submitted.map(({ key }) => key));
  if (parsed.form === 'change' && parsed.request !== null)
    faults.push(...applyEdits(parsed.request, named, rules, entries, paths));
  if (parsed.request !== null) faults.push(...checkRequest(parsed.request, rules));
  return { entries, paths, faults };
}

function checkRequest(
  request: { message?: string | null | undefined; release?: number | undefined },
  rules: Rules,
): Fault[] {
  const faults = request.message == null ? [] : checkForm(request.message, '/message');
  if (request.release !== undefined && releaseOf(rules.catalogue, request.release) === undefined)
    faults.push({ path: '/release', code: 'invalid_field', message: 'no such release; GET /v1/releases lists them' });
  return faults;
}

function applyEdits(
  request: Change,
  named: ReadonlySet<string>,
  rules: Rules,
  entries: Map<string, DraftEntry>,
  paths: Map<string, string>,
): Fault[] {
  const faults: Fault[] = [];
  (request.edits ?? []).forEach(({ key, find, replace }, index) => {
    const path = pointer('edits', index);
    if (named.has(key)) {
      const message = 'the entry is also named in this change; name it or edit it, not both';
      return faults.push({ path: `${path}/key`, code: 'duplicate_entry', message });
    }
    const unknown = checkKey(rules, key, `${path}/key`);
    const entry = entries.get(key) ?? defaultEntry(rules, key, request.release);
    if (entry === undefined)
      return faults.push(...(unknown.length > 0 ? unknown : [notFound(path, index, placeOf(key).name)]));
    const text = isSkill(entry) ? entry.body : entry.text;
    const at = text.indexOf(find);
    if (at === -1) return faults.push(notFound(path, index));
    if (text.indexOf(find, at + 1) !== -1) {
      const message = 'occurs more than once in the text; take more of the text around it';
      return faults.push({ path: `${path}/find`, code: 'edit_ambiguous', message, index });
    }
    const edited = text.slice(0, at) + replace + text.slice(at + find.length);
    const next = isSkill(entry) ? { ...entry, body: edited } : { ...entry, text: edited };
    entries.set(key, next);
    paths.set(key, path);
    return undefined;
  });
  for (const [key, path] of paths)
    if (!named.has(key)) {
      const entry = entries.get(key);
      if (entry !== undefined)
        faults.push(...checkEntry(rules, key, path, entry).map((fault) => ({ ...fault, path: `${path}/replace` })));
    }
  return faults;
}

function notFound(path: string, index: number, skill?: string): Fault {
  const message =
    skill === undefined
      ? 'does not occur in the text; read the entry again and copy the words exactly'
      : `there is no team skill ${JSON.stringify(skill)} to edit`;
  return { path: `${path}/find`, code: 'edit_not_found', message, index };
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

/** Gives every text entry its base (S5): as named; else as saved; else the default of the draft's release, or the current one. */
export function withBases(
  entries: ReadonlyMap<string, DraftEntry>,
  rules: Rules,
  draftRelease: number | undefined,
): Entries {
  const named = draftRelease === undefined ? undefined : releaseOf(rules.catalogue, draftRelease);
  return new Map(
    [...entries].map(([key, entry]): [string, Entry] => {
      if (isSkill(entry)) return [key, entry];
      const saved = rules.saved.get(key);
      const kept = saved !== undefined && !isSkill(saved) ? saved.base : undefined;
      const base = entry.base ?? kept ?? named?.digests.get(key) ?? rules.release.digests.get(key) ?? '';
      return [key, { text: entry.text, base }];
    }),
  );
}
