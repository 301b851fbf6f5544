import { defaultText } from '../catalogue/state.ts';
import { kindOf } from '../catalogue/listed.ts';
import type { Fault } from '../faults.ts';
import { canonical } from '../text/canonical.ts';
import { bytesOf, isSkill, sameEntry, totalBytes, type Entries, type Entry } from './entries.ts';
import type { Rules } from './rules.ts';
import { finish, type Steps } from '../steps.ts';

export interface Settled {
  readonly entries: Entries;
  /** Entries equal to their default (S6). */
  readonly removed: readonly string[];
  /** Entries that the current release has no place for (S7). */
  readonly dropped: readonly string[];
}

/** S6 and S7 over a whole configuration, touched or not. */
export const settle = (entries: Entries, rules: Rules): Settled => finish(settleInSteps(entries, rules));

/** The same, a step for each entry. */
export function* settleInSteps(entries: Entries, { catalogue, release }: Rules): Steps<Settled> {
  const kept = new Map<string, Entry>();
  const removed: string[] = [];
  const dropped: string[] = [];
  for (const key of [...entries.keys()].sort()) {
    yield;
    const entry = entries.get(key);
    if (entry === undefined) continue;
    if (isSkill(entry)) kept.set(key, entry);
    else if (kindOf(release, key) === undefined) dropped.push(key);
    else if (canonical(entry.text) === defaultText(catalogue, release, key)) removed.push(key);
    else kept.set(key, entry);
  }
  return { entries: kept, removed, dropped };
}

/** The keys whose entries differ between two configurations, in order. */
export function changedKeys(before: Entries, after: Entries): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => !sameEntry(before.get(key), after.get(key))).sort();
}

/**
 * S9: refused above the limit, unless the configuration was above it already and does not grow: what was saved before the
 * limit was lowered can still be corrected, restored and settled (R3, D3). `path` is where the texts stand.
 */
export function checkSize(before: Entries, after: Entries, limit: number, path: string): Fault[] {
  const bytes = totalBytes(after);
  if (bytes <= limit || bytes <= totalBytes(before)) return [];
  const largest = [...after]
    .map(([key, entry]) => ({ key, bytes: bytesOf(key, entry) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5);
  const message = `the configuration has ${String(bytes)} bytes, the limit is ${String(limit)}; shorten or remove entries`;
  return [{ path, code: 'size_limit_exceeded', message, bytes, limit, largest }];
}
