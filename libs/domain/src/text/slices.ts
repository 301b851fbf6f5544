/** The UTF-16 units of one slice: hashing or escaping them takes about a millisecond. */
export const SLICE = 131_072;

/** A long text in slices, none of which ends within a surrogate pair: their bytes in a row are the bytes of the text. */
export function* slicesOf(text: string): Generator<string, undefined, undefined> {
  for (let from = 0; from < text.length;) {
    const last = text.charCodeAt(from + SLICE - 1);
    const to = from + (last >= 0xd800 && last <= 0xdbff ? SLICE - 1 : SLICE);
    yield text.slice(from, to);
    from = to;
  }
}
