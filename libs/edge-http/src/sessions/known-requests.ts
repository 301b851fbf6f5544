/** Longer bodies are parsed each time: a host's variables and policy are short. */
const LONGEST = 16 * 1024;
/** How many requests each of the two generations holds. */
const GENERATION = 1000;

/**
 * Requests that were parsed and found right before. A Session asks with the same bytes before every model request: the same
 * address and body are the same request, so neither is parsed, checked or escaped again.
 */
export class KnownRequests<T extends object> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  /** `read` parses and checks; what it throws is not remembered. */
  get(url: string, body: Buffer | undefined, read: () => T): T {
    if (body === undefined || body.length > LONGEST) return read();
    const key = `${url}\n${body.toString('latin1')}`;
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const found = this.#old.get(key) ?? read();
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, found);
    return found;
  }
}
