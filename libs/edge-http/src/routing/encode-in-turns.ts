import { setImmediate } from 'node:timers/promises';

/** How much is encoded in one turn of the event loop, in UTF-16 code units: prompts are served by the same thread. */
const TURN_LENGTH = 64 * 1024;
/** How deep an answer is taken apart: the list, its items, what an item lists. */
const DEPTH = 4;

/** The JSON of an answer, byte for byte as `JSON.stringify` makes it, encoded over as many turns as it needs. */
export async function encodeInTurns(answer: unknown): Promise<Buffer> {
  const encoded: Buffer[] = [];
  let turn: string[] = [];
  let length = 0;
  for (const piece of piecesOf(answer, DEPTH)) {
    turn.push(piece);
    length += piece.length;
    if (length < TURN_LENGTH) continue;
    encoded.push(Buffer.from(turn.join('')));
    turn = [];
    length = 0;
    await setImmediate();
  }
  return Buffer.concat([...encoded, Buffer.from(turn.join(''))]);
}

function* piecesOf(value: unknown, depth: number): Generator<string, void, undefined> {
  // What JSON has no word for stands as null in a list; as a member of an object it is left out below.
  if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value ?? null);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* piecesOf(item, depth - 1);
    }
    yield value.length === 0 ? '[]' : ']';
  } else {
    let opening = '{';
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${opening}${JSON.stringify(name)}:`;
      yield* piecesOf(item, depth - 1);
      opening = ',';
    }
    yield opening === '{' ? '{}' : '}';
  }
}
