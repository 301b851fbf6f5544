import { isIP } from 'node:net';
import { problem, type Problem } from '@palimpsest/application';

export interface Addressed {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The port that the request came in on. */
  readonly port: number | undefined;
}

const FOREIGN_HOST = 'The Host header names another server.';

/**
 * The check of every request, with a token or without (INTERFACES.md, "Access"): a page of another site that a browser shows
 * has a foreign `Origin`, or, where its name was rebound to this address, a foreign `Host`.
 *
 * @param host the address that the server listens on; a server that listens on all takes any address in numbers, which no
 *   name can be rebound to
 * @param publicUrl the address under which people reach it, if that is another (`PALIMPSEST_PUBLIC_URL`)
 */
export function addressCheck(host: string, publicUrl: URL | null = null): (request: Addressed) => Problem | null {
  const local = ['localhost', '127.0.0.1', '[::1]'];
  const isWildcard = host === '0.0.0.0' || host === '::';
  const names = new Set([...(isLoopback(host) || isWildcard ? local : []), nameOf(host)]);
  const hint = isLoopback(host)
    ? `${FOREIGN_HOST} Use localhost, 127.0.0.1 or [::1]; PALIMPSEST_PUBLIC_URL allows another name.`
    : `${FOREIGN_HOST} PALIMPSEST_PUBLIC_URL says under which name this one is reached.`;
  return ({ host: given, origin, port }) => {
    const authority = given?.toLowerCase() ?? '';
    const ownPort = `:${String(port)}`;
    const name = authority.endsWith(ownPort) ? authority.slice(0, -ownPort.length) : authority;
    const isNumbers = isWildcard && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    if (!names.has(name) && !isNumbers && authority !== publicUrl?.host) return problem('forbidden', hint);
    const own = [`http://${authority}`, publicUrl?.origin];
    if (origin !== undefined && !own.includes(origin.toLowerCase()))
      return problem('forbidden', 'The request comes from a page of another site.');
    return null;
  };
}

const nameOf = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host.toLowerCase());

/** Whether a host setting is a loopback address, so that only programs on this machine reach the server. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
