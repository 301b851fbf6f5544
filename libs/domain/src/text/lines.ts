/**
 * The lines of a text in its exact form: joined by "\n" they give it back. A "\r" stays at the end of its line, a text that
 * ends with a line break has an empty last line, and the empty text has no lines.
 */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
