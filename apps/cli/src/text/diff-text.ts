import type { DiffLine, TextDiff } from '@palimpsest/domain';
import { colours } from '../terminal/output.ts';

/** How many unchanged lines stand around a change. */
const AROUND = 3;

/** A difference for people: unchanged lines far from a change are counted only, changed words stand out in colour. */
export function diffText({ lines, coarse }: TextDiff): string {
  const shown: string[] = coarse ? [colours.dim('(coarse: finding every detail would take too long)')] : [];
  const isNear = nearChange(lines);
  let left = 0;
  const tellLeft = () => {
    if (left > 0) shown.push(colours.cyan(`@@ ${String(left)} unchanged ${left === 1 ? 'line' : 'lines'} @@`));
    left = 0;
  };
  lines.forEach((line, index) => {
    if (isNear[index] !== true) left += 1;
    else {
      tellLeft();
      shown.push(lineText(line));
    }
  });
  tellLeft();
  return shown.join('\n');
}

function nearChange(lines: readonly DiffLine[]): boolean[] {
  const near = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') near.fill(true, Math.max(0, index - AROUND), index + AROUND + 1);
  });
  return near;
}

function lineText({ kind, text, words }: DiffLine): string {
  if (kind === 'same') return text === '' ? '' : `  ${withReturns(text)}`;
  const colour = kind === 'added' ? colours.green : colours.red;
  const pieces = words?.map((word) =>
    word.kind === 'same' ? colour(withReturns(word.text)) : colours.inverse(colour(withReturns(word.text))),
  );
  return colour(kind === 'added' ? '+ ' : '- ') + (pieces?.join('') ?? colour(withReturns(text)));
}

/** A line that ends with a carriage return differs from one that does not, which is to be seen. */
const withReturns = (text: string): string => text.replaceAll('\r', '␍');
