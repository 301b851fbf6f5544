/**
 * The canonical form of a text (C4): CRLF and lone CR become LF, a leading byte order mark goes, trailing line ends go.
 * Idempotent; never fails.
 */
export function canonical(text: string): string {
  const marked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // A few times as fast as a regular expression where there are many.
  const lines = marked.includes('\r') ? marked.split('\r\n').join('\n').split('\r').join('\n') : marked;
  let end = lines.length;
  while (end > 0 && lines.charCodeAt(end - 1) === 10) end -= 1;
  return end === lines.length ? lines : lines.slice(0, end);
}
