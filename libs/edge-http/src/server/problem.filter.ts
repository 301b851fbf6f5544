import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, problemOf, type Problem } from '@palimpsest/application';
import { describeError } from './describe-error.ts';
import { EDGE, type Edge } from './edge.ts';
import { sendProblem } from './problem-document.ts';

/** Turns every error into a problem document. Those of status 500 and above are reported under the request's id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const found = edgeProblem(error);
    if (found.status >= 500) {
      const { id, method, routeOptions } = http.getRequest<FastifyRequest>();
      const request = { request: id, method, route: routeOptions.url ?? null, code: found.code };
      this.edge.report('request_failed', { ...request, error: describeError(error) });
    }
    sendProblem(http.getResponse<FastifyReply>(), found);
  }
}

/** The problem that an error is, with those that the HTTP server itself raises. */
export function edgeProblem(error: unknown): Problem {
  const known = error instanceof HttpException ? error.cause : error;
  const code = known instanceof Error && 'code' in known ? known.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large', 'The body is larger than any configuration within the size limit needs.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('not_json', 'Send the body as application/json, in UTF-8.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('malformed_json', 'The body is not as long as its Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return problem('unknown_path', 'The path is not percent-encoded UTF-8.');
  }
  if (error instanceof HttpException && error.getStatus() < 500)
    return problem('unknown_path', 'Nothing is served under this path.');
  return problemOf(error);
}
