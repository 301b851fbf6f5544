import type { FastifyReply } from 'fastify';
import { JsonBytes, type Problem, type ProblemDocument } from '@palimpsest/application';
import { bytesOf } from './json-answer.ts';

/** RFC 9457 as INTERFACES.md has it: `instance` is the request's id. Further members stand beside the named ones. */
function problemDocument({ code, title, status, detail, details }: Problem, instance: string): Buffer {
  const type = `urn:palimpsest:problem:${code}`;
  const named = { type, title, status, detail, instance, code } satisfies ProblemDocument;
  if (!(details instanceof JsonBytes)) return Buffer.from(JSON.stringify({ ...named, ...details, ...named }));
  const opening = `${JSON.stringify(named).slice(0, -1)},`;
  return Buffer.concat([Buffer.from(opening), bytesOf(details).subarray(1)]);
}

/** Answers with a problem, unless an answer is on its way already. */
export function sendProblem(reply: FastifyReply, problem: Problem): void {
  if (reply.sent || reply.raw.headersSent) return;
  // Bytes, because the server would add a charset to a text, which this type of content does not have.
  const document = problemDocument(problem, reply.request.id);
  // What is left of a body is read and thrown away: a connection closed on it would lose the answer.
  if (reply.hasHeader('connection')) reply.removeHeader('connection');
  for (const [name, value] of headersFor(problem)) void reply.header(name, value);
  void reply
    .status(problem.status)
    .header('x-request-id', reply.request.id)
    .type('application/problem+json')
    .send(document);
}

/** What HTTP itself says of a problem: how to be let in, and when to try again (RFC 9110). */
function headersFor({ code, details }: Problem): [string, string][] {
  if (code === 'unauthenticated') return [['www-authenticate', 'Bearer realm="palimpsest"']];
  const seconds = 'retry_after' in details ? details.retry_after : undefined;
  return typeof seconds === 'number' ? [['retry-after', String(seconds)]] : [];
}
