/** How the lines of a text end: all with LF, all with CRLF, several ways, or there is one line only. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

export function lineEnding(text: string): LineEnding {
  if (!text.includes('\r')) return text.includes('\n') ? 'lf' : 'none';
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  return ends.size === 1 && ends.has('\r\n') ? 'crlf' : 'mixed';
}

/**
 * The line ending of a three-way merge: the side that changed it wins. A text of one line agrees with the others. Null where
 * a text mixes them: then the carriage returns are part of the lines.
 */
export function mergedEnding(base: LineEnding, current: LineEnding, draft: LineEnding): 'lf' | 'crlf' | null {
  if ([base, current, draft].includes('mixed')) return null;
  const of = (ending: LineEnding, otherwise: 'lf' | 'crlf') =>
    ending === 'crlf' || ending === 'lf' ? ending : otherwise;
  const was = of(base, 'lf');
  const [left, right] = [of(current, was), of(draft, was)];
  return left === was ? right : left;
}
