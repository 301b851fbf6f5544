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

  /**
   * `read` parses and checks; what it throws is not remembered. It may take its time: only what is not known is a promise, so
   * that what is known need not be waited for.
   */
  get(url: string, body: Buffer | undefined, read: () => T): T;
  get(url: string, body: Buffer | undefined, read: () => Promise<T>): T | Promise<T>;
  get(url: string, body: Buffer | undefined, read: () => T | Promise<T>): T | Promise<T> {
    if (body === undefined || body.length > LONGEST) return read();
    const key = `${url}\n${body.toString('latin1')}`;
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const found = this.#old.get(key) ?? read();
    return found instanceof Promise ? found.then((each) => this.#keep(key, each)) : this.#keep(key, found);
  }

  #keep(key: string, found: T): T {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, found);
    return found;
  }
}
