/**
 * The JSON of a `T` as UTF-8 bytes. A large answer is made on another thread and leaves it like this: an edge sends the bytes
 * as they are, so that the thread that serves prompts neither parses nor writes it.
 */
export class JsonBytes<T> {
  constructor(readonly bytes: Uint8Array) {}

  /** The value again, for whoever needs more than to send it. */
  read(): T {
    return JSON.parse(new TextDecoder().decode(this.bytes)) as T;
  }
}

/** A small answer as it is, a large one as bytes. */
export type Json<T> = T | JsonBytes<T>;
