import type { Placeholder } from '../catalogue/manifest.ts';

/** What stands for each placeholder; one that is absent leaves its braces as they are. */
export type PlaceholderValues = Partial<Readonly<Record<Placeholder, string>>>;

/**
 * Replaces the template's own placeholders wherever they stand, in one pass: what was inserted is never looked at again,
 * and other braces stay as they are (P3).
 */
export function fillTemplate(
  template: string,
  placeholders: readonly Placeholder[],
  values: PlaceholderValues,
): string {
  const [before = '', ...afterBraces] = template.split('{');
  let filled = before;
  for (const piece of afterBraces) {
    const name = placeholders.find((each) => piece.startsWith(`${each}}`));
    const value = name === undefined ? undefined : values[name];
    filled += value === undefined || name === undefined ? `{${piece}` : value + piece.slice(name.length + 1);
  }
  return filled;
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
