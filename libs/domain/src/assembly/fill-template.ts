import type { Placeholder } from '../catalogue/manifest.ts';
import type { Steps } from '../steps.ts';

/** What stands for each placeholder; one that is absent leaves its braces as they are. */
export type PlaceholderValues = Partial<Readonly<Record<Placeholder, string>>>;

/** A piece of a filled template. What stands in many places is one piece: its UTF-8 bytes are counted once. */
export interface Piece {
  readonly text: string;
  readonly bytes: number;
}
export const pieceOf = (text: string): Piece => ({ text, bytes: Buffer.byteLength(text) });

/** How many braces are looked at in one step. */
const BRACES = 4096;

/**
 * The pieces of a template with its own placeholders replaced wherever they stand, in one pass: what was inserted is never
 * looked at again, and other braces stay as they are (P3). They are not joined, for the whole may be too large (P9).
 */
export function* fillTemplate(
  template: string,
  placeholders: readonly Placeholder[],
  values: PlaceholderValues,
): Steps<Piece[]> {
  const pieces: Piece[] = [];
  const known = new Map<Placeholder, Piece>();
  let [from, braces] = [0, 0];
  for (let at = template.indexOf('{'); at !== -1; at = template.indexOf('{', Math.max(at + 1, from))) {
    braces += 1;
    if (braces % BRACES === 0) yield;
    const name = placeholders.find((each) => template.startsWith(`${each}}`, at + 1));
    const value = name === undefined ? undefined : values[name];
    if (name === undefined || value === undefined) continue;
    const piece = known.get(name) ?? pieceOf(value);
    known.set(name, piece);
    if (at > from) pieces.push(pieceOf(template.slice(from, at)));
    pieces.push(piece);
    from = at + name.length + 2;
  }
  return [...pieces, pieceOf(template.slice(from))];
}

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** A value as it is inserted: each line break is LF and two spaces, so that no line of it begins at column 0 (P4). */
export function indented(text: string): string {
  return text.replace(BREAK, '\n  ');
}

/** Numbers and booleans stand as JSON prints them. */
export function scalarText(value: string | number | boolean): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
