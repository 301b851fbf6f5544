import { release as releaseOf } from '../catalogue/state.ts';
import type { Fault } from '../faults.ts';
import { applyEdits } from './edits.ts';
import { isSkill, type DraftEntry, type Entries, type Entry } from './entries.ts';
import type { ParsedSave } from './parse-save.ts';
import { checkEntry, checkForm, checkReturned, type Rules } from './rules.ts';
import type { Warning } from './schemas.ts';
import { checkSize, settleInSteps, type Settled } from './settle.ts';
import { finish, type Steps } from '../steps.ts';
import { warningsOf } from './warnings.ts';

/** What a request makes of the configuration that it was made from, with every fault that S8 finds in it. */
export interface Draft {
  /** As the request has them, each with its base (S5). */
  readonly entries: Entries;
  /** As they would be stored. */
  readonly settled: Settled;
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
}

/** Where an entry that the request sets stands in its body. What is found in an edited one stands at the edit's `replace`. */
interface Place {
  readonly path: string;
  readonly edited: boolean;
}
const found = <F extends { readonly path: string }>({ path, edited }: Place, findings: readonly F[]): readonly F[] =>
  edited ? findings.map((each) => ({ ...each, path: `${path}/replace` })) : findings;

/** The draft of a save. Whatever has a right shape is checked, also where the rest has not (S2, S5, S8, S14–S16). */
export const draftOf = (...given: Parameters<typeof draftInSteps>): Draft => finish(draftInSteps(...given));

/** The same, a step for each entry and each edit. */
export function* draftInSteps(parsed: ParsedSave, rules: Rules, limit: number): Steps<Draft> {
  const places = new Map<string, Place>();
  const faults: Fault[] = [...parsed.faults];
  const set = yield* entriesSet(parsed, rules, places, faults);
  const entries = withBases(set, rules, parsed.release);
  yield;
  const settled = yield* settleInSteps(entries, rules);
  yield;
  if (parsed.message !== null) faults.push(...checkForm(parsed.message, '/message'));
  if (parsed.release !== undefined && releaseOf(rules.catalogue, parsed.release) === undefined)
    faults.push({ path: '/release', code: 'invalid_field', message: 'no such release; GET /v1/releases lists them' });
  // The size fault of a replace stands at its configuration, that of a change at the whole body.
  faults.push(...checkSize(rules.saved, settled.entries, limit, parsed.form === 'replace' ? '/configuration' : ''));
  const warnings: Warning[] = [];
  for (const [key, place] of places) {
    yield;
    const entry = settled.entries.get(key);
    if (entry !== undefined) warnings.push(...found(place, warningsOf(rules, key, place.path, entry)));
  }
  return { entries, settled, faults, warnings };
}

/** The entries of the draft; fills `places` with those that the request sets, and `faults` with what is wrong with them. */
function* entriesSet(
  parsed: ParsedSave,
  rules: Rules,
  places: Map<string, Place>,
  faults: Fault[],
): Steps<ReadonlyMap<string, DraftEntry>> {
  const entries = new Map<string, DraftEntry>(parsed.form === 'replace' ? [] : rules.saved);
  for (const key of parsed.named) entries.delete(key);
  for (const { key, path, entry } of parsed.submitted) {
    yield;
    if (entry === null) {
      faults.push(...checkReturned(rules, key, path));
      continue;
    }
    entries.set(key, entry);
    places.set(key, { path, edited: false });
    faults.push(...checkEntry(rules, key, path, entry));
  }
  const edited = yield* applyEdits(parsed, rules, entries);
  faults.push(...edited.faults);
  for (const [key, { entry, path }] of edited.entries) {
    yield;
    const place = { path, edited: true };
    faults.push(...found(place, checkEntry(rules, key, path, entry)));
    if (edited.faults.length > 0) continue;
    entries.set(key, entry);
    places.set(key, place);
  }
  return entries;
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
