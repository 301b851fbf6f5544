import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem, ProblemError } from '@palimpsest/application';
import { faultsOf, invalid, type Fault } from '@palimpsest/domain';
import type { Route } from './route.ts';

type Parsed<S, Without> = S extends z.ZodType ? z.output<S> : Without;
export type Parameters<R extends Route> = Parsed<R['params'], unknown> &
  Parsed<R['query'], unknown> &
  Parsed<R['headers'], unknown>;
export type Body<R extends Route> = Parsed<R['body'], undefined>;

const NONE = z.strictObject({});

/** The parameters of a request in path, query and headers. Throws `validation_failed` with every fault of them. */
export function readParameters<R extends Route>(route: R, request: FastifyRequest): Parameters<R> {
  return readAll(route, request, false).parameters;
}

/** Parameters and body, by their schemas. Throws `malformed_json` without a body, `validation_failed` with every fault. */
export function readRequest<R extends Route>(
  route: R,
  request: FastifyRequest,
): { parameters: Parameters<R>; body: Body<R> } {
  return readAll(route, request, true);
}

/** The body as it came. Throws `malformed_json` where there is none. */
export function rawBody(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new ProblemError(problem('malformed_json', 'A JSON body is needed.'));
  return request.body;
}

function readAll<R extends Route>(route: R, request: FastifyRequest, withBody: boolean) {
  const given = request.params as Record<string, unknown>;
  const faults: Fault[] = [];
  const params = check(route.params ?? NONE, route.rest ? { [route.rest]: given['*'] } : given, faults, byName);
  // Where nothing is given and nothing is read there is nothing to check: a prompt is asked for before every model request.
  const none = route.query === undefined && !(request.raw.url ?? '').includes('?');
  const query = none ? undefined : check(route.query ?? NONE, request.query, faults, byName);
  const headers = route.headers ? check(route.headers, request.headers, faults, byName) : undefined;
  const body = withBody && route.body ? check(route.body, rawBody(request), faults) : undefined;
  if (faults.length > 0) throw invalid(faults);
  return { parameters: { ...params, ...query, ...headers } as Parameters<R>, body: body as Body<R> };
}

function check<S extends z.ZodType>(schema: S, raw: unknown, faults: Fault[], name = (fault: Fault) => fault) {
  const result = schema.safeParse(raw);
  // One by one: there can be more than a call takes arguments.
  if (!result.success) for (const fault of faultsOf(result.error.issues)) faults.push(name(fault));
  return result.data;
}

/** A parameter's fault bears its bare name, not a JSON Pointer (INTERFACES.md, "problem"). */
function byName(fault: Fault): Fault {
  return { ...fault, path: fault.path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~') };
}
