import fc from 'fast-check';
import type { CatalogueState } from '../src/catalogue/state.ts';
import { entriesOf, type Entries, type Entry } from '../src/configuration/entries.ts';
import { mergeConfigurations, type ConfigurationMerge } from '../src/configuration/merge.ts';
import { exactly } from '../src/text/text-comparison.ts';
import { bases, holding, releases } from './saving.ts';

/** The merge of three configurations, and its `merged` as entries. */
export interface Merging extends ConfigurationMerge {
  readonly entries: Entries;
}

export function merge(
  [base, current, draft]: readonly [Entries, Entries, Entries],
  { catalogue = releases.first, limit = 262_144 }: { catalogue?: CatalogueState; limit?: number } = {},
): Merging {
  const merging = mergeConfigurations(base, holding(current), draft, { catalogue, limit }, exactly);
  return { ...merging, entries: entriesOf(merging.merged) };
}

/** Texts of few lines, so that sides often touch: with and without placeholders, in either line ending. */
const lines = fc.constantFrom('a', 'b', 'c', 'd', '{version}', '{mode}', '');
const text = fc
  .tuple(fc.array(lines, { maxLength: 6 }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([list, end]) => list.join(end));
const KEYS: readonly (readonly [key: string, bases: readonly string[]])[] = [
  ['runtime/shared', [bases.shared, bases.shared2]],
  ['runtime/policy/none', [bases.none]],
  ['runtime/old', [bases.old]],
  ['team/communication', [bases.communication]],
];
const skill: fc.Arbitrary<Entry> = fc.record({ description: fc.constantFrom('d', 'e', 'f'), body: text });
const texts = KEYS.map(([key, known]) => [key, fc.record({ text, base: fc.constantFrom(...known) })] as const);
const each: fc.Arbitrary<readonly [string, Entry]> = fc.oneof(
  ...texts.map(([key, entry]) => fc.tuple(fc.constant(key), entry)),
  fc.tuple(fc.constantFrom('team/skill/review', 'team/skill/identities'), skill),
);
const some = fc.array(each, { maxLength: 4 });

/** A configuration, and two that were made from it, each by setting and removing entries. */
export const sides = fc
  .tuple(some, some, some, fc.subarray(KEYS.map(([key]) => key)), fc.subarray(KEYS.map(([key]) => key)))
  .map(([start, ours, theirs, left, right]): [Entries, Entries, Entries] => {
    const base = new Map(start);
    const made = (set: typeof ours, gone: readonly string[]) =>
      new Map([...[...base].filter(([key]) => !gone.includes(key)), ...set]);
    return [base, made(ours, left), made(theirs, right)];
  });

/** The same of entries that break no rule under the third release. */
export const soundSides = sides.map((all): [Entries, Entries, Entries] => {
  const broken = ['runtime/old', 'runtime/policy/none', 'team/skill/identities'];
  const [base, current, draft] = all.map((side) => new Map([...side].filter(([key]) => !broken.includes(key))));
  return [base ?? new Map(), current ?? new Map(), draft ?? new Map()];
});

/** What a request may name by mistake. */
export const mistakes: fc.Arbitrary<readonly [string, Entry]> = fc.constantFrom<readonly [string, Entry]>(
  ['runtime/shared', { text: 'a\nx\0', base: bases.shared }],
  ['runtime/shared', { text: 'a\nx', base: bases.worker }],
  ['runtime/nowhere', { text: 'x', base: '' }],
  ['team/nowhere', { text: 'x', base: '' }],
  ['ticket/rules', { text: 'x', base: '' }],
  ['team/skill/Bad', { description: 'd', body: 'b' }],
  ['team/skill/github', { description: 'd', body: 'b' }],
  ['team/skill/review', { description: 'd\uD800', body: 'b' }],
);
