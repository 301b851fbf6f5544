import { ask, type Told } from './asking.ts';

/** What of a browser signing in needs: cookies by their server, and to go where it is sent. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  /** The name of a server, and where it really is. */
  readonly #known: ReadonlyMap<string, string>;

  constructor(known: ReadonlyMap<string, string>) {
    this.#known = known;
  }

  async go(
    address: string | URL,
    { method = 'GET', headers = {}, body }: Parameters<typeof ask>[1] = {},
  ): Promise<Told & { readonly next: URL | null }> {
    const url = new URL(address);
    const jar = this.#jar(url.origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { host: url.host, ...(cookie === '' ? {} : { cookie }), ...headers };
    const really = this.#known.get(url.origin) ?? url.origin;
    const told = await ask(really + url.pathname + url.search, { method, headers: sent, body });
    for (const each of told.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '' || /Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(each)) jar.delete(name);
      else jar.set(name, value);
    }
    const { location } = told.headers;
    return { ...told, next: location === undefined ? null : new URL(location, url) };
  }

  /** Goes on from here until it is sent nowhere, or to an address that begins so: that one is not opened. */
  async follow(address: string | URL, until: string, headers: Readonly<Record<string, string>> = {}): Promise<URL> {
    for (let url = new URL(address); ;) {
      const { next, status, text } = await this.go(url, { headers });
      if (next === null) throw new Error(`${url.pathname} ended with ${String(status)}: ${text}`);
      if (next.href.startsWith(until)) return next;
      url = next;
    }
  }

  /** The value of a cookie, or null. */
  cookie(origin: string, name: string): string | null {
    return this.#jar(origin).get(name) ?? null;
  }

  set(origin: string, name: string, value: string): void {
    this.#jar(origin).set(name, value);
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }
}
