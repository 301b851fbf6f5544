import type { Steps } from '../steps.ts';

/** Where a text was found: from `start` up to `end`, line ends as the text has them. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** How many UTF-16 units are looked at in one step. */
const PIECE = 32_768;
const LF = 10;
const CR = 13;

/**
 * The only place of `find` in `text`; `none` where it has no place, `several` where it has more than one, overlapping ones
 * too. CRLF, CR and LF are the same line end (S14). By Knuth, Morris and Pratt, so that the work is linear in the text,
 * whatever is looked for: an engine's own search is not. `find` is not empty.
 */
export function* findOnce(text: string, find: string): Steps<Place | 'none' | 'several'> {
  // A line end takes two units at most: this one cannot be in it, and its length is not worth any work.
  if (find.length > 2 * text.length) return 'none';
  const units = yield* unitsOf(find);
  const borders = yield* bordersOf(units);
  let found: Place | null = null;
  let same = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at % PIECE === PIECE - 1) yield;
    let unit = text.charCodeAt(at);
    if (unit === CR) {
      if (text.charCodeAt(at + 1) === LF) continue;
      unit = LF;
    }
    while (same > 0 && units[same] !== unit) same = borders[same - 1] ?? 0;
    if (units[same] === unit) same += 1;
    if (same < units.length) continue;
    if (found !== null) return 'several';
    found = { start: startOf(text, at, units.length), end: at + 1 };
    same = borders[same - 1] ?? 0;
  }
  return found ?? 'none';
}

/** The UTF-16 units of a text, each line end as one LF. */
function* unitsOf(text: string): Steps<Uint16Array> {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at % PIECE === PIECE - 1) yield;
    const unit = text.charCodeAt(at);
    if (unit === CR && text.charCodeAt(at + 1) === LF) continue;
    units[length] = unit === CR ? LF : unit;
    length += 1;
  }
  return units.subarray(0, length);
}

/** For each beginning of the pattern, the length of the longest shorter one that it ends with. */
function* bordersOf(units: Uint16Array): Steps<Int32Array> {
  const borders = new Int32Array(units.length);
  let length = 0;
  for (let at = 1; at < units.length; at += 1) {
    if (at % PIECE === PIECE - 1) yield;
    while (length > 0 && units[at] !== units[length]) length = borders[length - 1] ?? 0;
    if (units[at] === units[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** Where so many units begin that end with the one at `last`, each line end one unit. */
function startOf(text: string, last: number, units: number): number {
  let start = last + 1;
  for (let left = units; left > 0; left -= 1) {
    start -= 1;
    if (text.charCodeAt(start) === LF && text.charCodeAt(start - 1) === CR) start -= 1;
  }
  return start;
}
