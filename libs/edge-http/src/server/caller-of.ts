import { localCaller, type Identity } from '@palimpsest/access';
import type { FastifyRequest } from 'fastify';
import type { Caller, Source } from '@palimpsest/application';

/** What a client may say of itself, in characters: more is cut. */
const CLIENT_LENGTH = 200;

/** Who asks, as the door let them in (X2): a credential or, without a tokens file, where the request comes from names them. */
export function callerOf(request: FastifyRequest): Caller {
  const identity = request.caller ?? localCaller;
  const { actor, role, session } = identity;
  const client = request.headers['user-agent']?.slice(0, CLIENT_LENGTH) ?? null;
  return { actor, role, session, origin: originOf(request, identity), client, request_id: request.id };
}

/** People save in the panel, programs by tools (S4). */
function originOf({ headers }: FastifyRequest, { login, role }: Identity): Caller['origin'] {
  if (login === 'none') return headers['sec-fetch-site'] === 'same-origin' ? 'panel' : 'tool';
  return login === 'token' && role !== 'editor' ? 'tool' : 'panel';
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
