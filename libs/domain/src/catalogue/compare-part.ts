import { canonical } from '../text/canonical.ts';
import type { TextComparison } from '../text/text-comparison.ts';
import type { PartView } from './part.ts';

/** What is known of a part without comparing texts; `from` is the default that its override was based on, if it changed since. */
export type PartFacts = Omit<PartView, 'changed'> & { readonly from: PartView['default'] };

/** Whether the team's text equals the default that is in force (D4). */
export function isIdentical({ team, default: now }: Pick<PartView, 'team' | 'default'>): boolean {
  return team !== null && canonical(team.text) === now?.text;
}

/** A part with what an upgrade changed under it: the differences of its texts, and their merge (D2). */
export function comparePart({ from, ...facts }: PartFacts, texts: TextComparison): PartView {
  if (from === null || facts.default === null || facts.team === null) return { ...facts, changed: null };
  const [then, now, team] = [from.text, facts.default.text, facts.team.text];
  const default_diff = texts.diff(then, now);
  const team_diff = texts.diff(team, now);
  const { text: merged, hunks } = texts.merge(then, team, now);
  const changed = { from, default_diff, team_diff, merged, conflicts: [...hunks], identical: isIdentical(facts) };
  return { ...facts, changed };
}
