import type { TextDiff } from './diff.ts';
import { diffTexts, replacedWhole } from './diff-texts.ts';
import { mergeTexts, mergeWhole, type TextMerge } from './merge-texts.ts';

/** How texts are compared and merged: in detail, or coarsely where there is no time for it. */
export interface TextComparison {
  diff(from: string, to: string): TextDiff;
  merge(base: string, current: string, draft: string): TextMerge;
}

export const exactly: TextComparison = { diff: diffTexts, merge: mergeTexts };

/** In time that grows with the texts' length only. Where nothing is to be compared, a coarse answer would be wrong. */
export const coarsely: TextComparison = {
  diff: (from, to) => (from === to ? diffTexts(from, to) : replacedWhole(from, to)),
  merge: mergeWhole,
};

/** Exactly as long as there is time, and the rest coarsely: of many texts, those that were compared before stay exact. */
export function exactlyWhile(isTime: () => boolean): TextComparison {
  const now = () => (isTime() ? exactly : coarsely);
  return {
    diff: (...texts) => now().diff(...texts),
    merge: (...sides) => now().merge(...sides),
  };
}
