import type { Steps } from '../steps.ts';

const LINE_END = /\r\n|\r|\n/;
const LINE_ENDS = /\r\n|\r|\n/g;

/** How many UTF-16 units are written in one step. */
const PIECE = 32_768;

/**
 * What is to replace `place` in `text`, with the line ends used there (S14): where a text mixes them, as the first one of the
 * place; where that has none, as the first of the text; LF where that has none either.
 */
export function* withLineEndsOf(text: string, place: string, replace: string): Steps<string> {
  if (![text, replace].some((each) => each.includes('\r'))) return replace;
  const end = (LINE_END.exec(place) ?? LINE_END.exec(text))?.[0] ?? '\n';
  const pieces: string[] = [];
  for (let from = 0; from < replace.length;) {
    const cut = from + PIECE;
    const to = replace.slice(cut - 1, cut + 1) === '\r\n' ? cut + 1 : cut;
    pieces.push(replace.slice(from, to).replace(LINE_ENDS, end));
    from = to;
    yield;
  }
  return pieces.join('');
}
