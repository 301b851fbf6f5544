import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTurns, problem, ProblemError } from '@palimpsest/application';
import { checkInSteps, faultsOf, invalid, type Fault } from '@palimpsest/domain';
import type { Route } from './route.ts';

type Parsed<S, Without> = S extends z.ZodType ? z.output<S> : Without;
export type Parameters<R extends Route> = Parsed<R['params'], unknown> &
  Parsed<R['query'], unknown> &
  Parsed<R['headers'], unknown>;
export type Body<R extends Route> = Parsed<R['body'], undefined>;

const NONE = z.strictObject({});

/** The parameters of a request in path, query and headers. Throws `validation_failed` with every fault of them. */
export function readParameters<R extends Route>(route: R, request: FastifyRequest): Parameters<R> {
  const faults: Fault[] = [];
  const parameters = parametersOf(route, request, faults);
  if (faults.length > 0) throw invalid(faults);
  return parameters;
}

/**
 * Parameters and body, by their schemas; a long body is checked in several turns. Throws `malformed_json` without a body,
 * `validation_failed` with every fault.
 */
export async function readRequest<R extends Route>(
  route: R,
  request: FastifyRequest,
): Promise<{ parameters: Parameters<R>; body: Body<R> }> {
  const faults: Fault[] = [];
  const parameters = parametersOf(route, request, faults);
  const body = route.body && (await inTurns(checkInSteps(route.body, rawBody(request))));
  const all = [...faults, ...(body?.faults ?? [])];
  if (all.length > 0) throw invalid(all);
  return { parameters, body: body?.data as Body<R> };
}

/** The body as it came. Throws `malformed_json` where there is none. */
export function rawBody(request: FastifyRequest): unknown {
  if (request.body === undefined) throw new ProblemError(problem('malformed_json', 'A JSON body is needed.'));
  return request.body;
}

function parametersOf<R extends Route>(route: R, request: FastifyRequest, faults: Fault[]): Parameters<R> {
  const given = request.params as Record<string, unknown>;
  const params = check(route.params ?? NONE, route.rest ? { [route.rest]: given['*'] } : given, faults);
  // Where nothing is given and nothing is read there is nothing to check: a prompt is asked for before every model request.
  const none = route.query === undefined && !(request.raw.url ?? '').includes('?');
  const query = none ? undefined : check(route.query ?? NONE, request.query, faults);
  const headers = route.headers ? check(route.headers, request.headers, faults) : undefined;
  return { ...params, ...query, ...headers } as Parameters<R>;
}

function check<S extends z.ZodType>(schema: S, raw: unknown, faults: Fault[]) {
  const result = schema.safeParse(raw);
  if (!result.success) faults.push(...faultsOf(result.error.issues).map(byName));
  return result.data;
}

/** A parameter's fault bears its bare name, not a JSON Pointer (INTERFACES.md, "problem"). */
function byName(fault: Fault): Fault {
  return { ...fault, path: fault.path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~') };
}
