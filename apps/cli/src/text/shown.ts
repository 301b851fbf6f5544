/**
 * A text that someone else wrote, on one line of a terminal: what would break the line, move the cursor, colour what follows
 * or turn its direction stands as its code.
 */
export const shown = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (odd) => `\\u{${(odd.codePointAt(0) ?? 0).toString(16)}}`,
  );
