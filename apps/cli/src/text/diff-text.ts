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
  if (kind === 'same') return text === '' ? '' : `  ${visible(text)}`;
  const colour = kind === 'added' ? colours.green : colours.red;
  const pieces = words?.map((word) =>
    word.kind === 'same' ? colour(visible(word.text)) : colours.inverse(colour(visible(word.text))),
  );
  return colour(kind === 'added' ? '+ ' : '- ') + (pieces?.join('') ?? colour(visible(text)));
}

/** A carriage return would move a terminal's cursor over what is written. */
const visible = (text: string): string => text.replaceAll('\r', '␍');
