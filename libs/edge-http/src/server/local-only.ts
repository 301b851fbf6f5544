import { isIP } from 'node:net';
import { problem, type Problem } from '@palimpsest/application';

export interface Addressed {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The port that the request came in on. */
  readonly port: number | undefined;
}

/**
 * The check of a server that lets everyone on this machine in (INTERFACES.md, "Access"): a page of another site that a
 * browser shows here has a foreign `Origin`, or, where its name was rebound to this address, a foreign `Host`.
 * `host` is the loopback address that the server listens on.
 */
export function localOnly(host: string): (request: Addressed) => Problem | null {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', isIP(host) === 6 ? `[${host}]` : host.toLowerCase()]);
  return ({ host: given, origin, port }) => {
    const authority = given?.toLowerCase() ?? '';
    const ownPort = `:${String(port)}`;
    if (!names.has(authority.endsWith(ownPort) ? authority.slice(0, -ownPort.length) : authority))
      return problem('forbidden', 'The Host header names another server; use localhost, 127.0.0.1 or [::1].');
    if (origin !== undefined && origin.toLowerCase() !== `http://${authority}`)
      return problem('forbidden', 'The request comes from a page of another site.');
    return null;
  };
}

/** Whether a host setting is a loopback address, so that only programs on this machine reach the server. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
