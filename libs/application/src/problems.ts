import { z } from 'zod';
import type { Json } from './comparing/json-bytes.ts';
import { LogError } from './ports/event-log.ts';
import { InvalidCursor, RebuildRunning } from './ports/views.ts';
import { PolicyUnavailable } from './ports/policy-source.ts';
import {
  faultSchema,
  Refusal,
  type Fault,
  type StaleDetails,
  UnknownFormat,
  UnreadableEvent,
} from '@palimpsest/domain';

/** Every code with its HTTP status, its title and the command line's exit code. The only table of errors. */
const table = {
  malformed_json: [400, 'The body is not JSON', 3],
  unauthenticated: [401, 'No valid token', 3],
  forbidden: [403, 'Not allowed', 3],
  revision_not_used: [403, 'The Session never worked under this revision', 3],
  unknown_version: [404, 'No such version', 3],
  unknown_part: [404, 'No such part', 3],
  unknown_session: [404, 'No such Session', 3],
  unknown_skill: [404, 'No such skill', 3],
  unknown_release: [404, 'No such release', 3],
  unknown_use: [404, 'No such use', 3],
  unknown_view: [404, 'No such read model', 3],
  unknown_path: [404, 'No such path', 3],
  method_not_allowed: [405, 'Method not allowed', 3],
  stale_revision: [409, 'The configuration was changed since', 3],
  role_mismatch: [409, 'The Session has another role', 3],
  request_id_reused: [409, 'The request id belongs to another request', 3],
  rebuild_running: [409, 'A rebuild is running', 3],
  body_too_large: [413, 'The body is too large', 3],
  not_json: [415, 'The body must be application/json', 3],
  validation_failed: [422, 'The request breaks rules', 3],
  rate_limited: [429, 'Too many requests', 3],
  internal: [500, 'Internal error', 1],
  store_unavailable: [503, 'The event log cannot be reached', 4],
  view_paused: [503, 'A read model is paused', 1],
  policy_unavailable: [503, "The deployment's policy cannot be read", 1],
  storage_full: [507, 'The disk is full', 1],
} as const satisfies Record<string, readonly [status: number, title: string, exit: number]>;

export type ProblemCode = keyof typeof table;
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(table, code);

/**
 * A problem document (RFC 9457); further members by code, such as `current`, `merged` and `conflicts` of a stale save (S11).
 * Its code is any text here: a client meets those of newer builds.
 */
export const problemDocumentSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("the request's id, also in the X-Request-Id header"),
    code: z.string(),
    errors: z.array(faultSchema).optional(),
  })
  .loose()
  .meta({ id: 'Problem' });
export type ProblemDocument = z.infer<typeof problemDocumentSchema>;

/** What a problem document is made from, with the command line's exit code. */
export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly exit: number;
  readonly detail: string;
  readonly details: ProblemDetails;
}
/** Further members of the problem document (RFC 9457), such as `errors` or `merged`; large ones as bytes. */
type ProblemDetails = Json<Readonly<Record<string, unknown>> | StaleDetails>;

export function problem(code: ProblemCode, detail: string, details: ProblemDetails = {}): Problem {
  const [status, title, exit] = table[code];
  return { code, status, title, exit, detail, details };
}

/** An error that the edge raises with a code of the table. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
  }
}

/** The problem that an error is to its caller. What is not known is `internal`, with nothing about the inside in it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof Refusal) return problem(error.code, error.message, error.details);
  if (error instanceof InvalidCursor) {
    const fault: Fault = { path: 'cursor', code: 'invalid_field', message: 'is no cursor of this list; leave it out' };
    return problem('validation_failed', `cursor: ${fault.message}`, { errors: [fault] });
  }
  if (error instanceof RebuildRunning) return problem('rebuild_running', error.message, { view: error.view });
  if (error instanceof PolicyUnavailable) return problem('policy_unavailable', error.message);
  if (error instanceof UnknownFormat || error instanceof UnreadableEvent)
    return problem('store_unavailable', error.message);
  if (error instanceof LogError) {
    if (error.code === 'storage_full') return problem('storage_full', 'Nothing was stored. Make room and try again.');
    if (error.code === 'event_too_large') return problem('body_too_large', 'The version is too large for one event.');
    if (error.code === 'store_unavailable' || error.code === 'log_closed' || error.code === 'log_damaged')
      return problem('store_unavailable', 'Nothing was answered from memory. Try again; /readyz says what is wrong.');
  }
  return problem('internal', 'Something failed inside. The log of the server has the details under this request id.');
}
