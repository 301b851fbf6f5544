import type { FastifyRequest } from 'fastify';
import type { Caller, Source } from '@palimpsest/application';

/** Who asks, where everyone on this machine is let in: a browser on its own origin is the panel (INTERFACES.md). */
export function callerOf(request: FastifyRequest): Caller {
  const own = request.headers['sec-fetch-site'] === 'same-origin';
  return { actor: 'local', origin: own ? 'panel' : 'tool' };
}

/** The request as it came, by which the same one is recognised again (S10). */
export function sourceOf(request: FastifyRequest): Source {
  return { method: request.method, path: pathOf(request.raw.url), body: request.body };
}

/** The path of a request's target, without its query. */
export function pathOf(url = ''): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
