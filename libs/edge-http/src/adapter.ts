import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '@palimpsest/access';
import { problem, ProblemError } from '@palimpsest/application';
import { addressCheck } from './access/addressed.ts';
import type { EdgeAccess } from './access/edge-access.ts';
import { Doorkeeper } from './access/doorkeeper.ts';
import { allowedMethods } from './routing/allowed-methods.ts';
import { configOf } from './routing/route.ts';
import { pathOf } from './server/caller-of.ts';
import type { Edge } from './server/edge.ts';
import { bodyLimit, isJson, parseJson } from './server/json-body.ts';
import { jsonAnswer } from './server/json-answer.ts';
import { sendProblem } from './server/problem-document.ts';
import { edgeProblem } from './server/problem.filter.ts';
import { requestId } from './server/request-id.ts';
import { encodeInTurns } from './routing/encode-in-turns.ts';
import { routes } from './routes.ts';

/** A request must have come in whole within this time. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than any URL that Node.js accepts, so that an overlong id reaches its own rule and is refused by name. */
const MAX_PARAM_LENGTH = 16_384;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null where the route is public. */
    caller: Identity | null;
  }
}

/** The HTTP server under the controllers: who is let in, what a body is, and what is answered outside of any route. */
export function edgeAdapter(edge: Pick<Edge, 'host' | 'limit'>, access: EdgeAccess): FastifyAdapter {
  const adapter = new FastifyAdapter({
    skipMiddie: true,
    multipart: false,
    requestIdHeader: false,
    genReqId: requestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: bodyLimit(edge.limit),
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) => {
      sendProblem(reply as FastifyReply, edgeProblem(error));
    },
    clientErrorHandler: ({ code }, socket) => {
      if (socket.writable) socket.end(`HTTP/1.1 ${noHttp(code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      else socket.destroy();
    },
  });
  const server: FastifyInstance = adapter.getInstance();
  server.setReplySerializer(jsonAnswer as (answer: unknown) => string);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isJson(request.headers)) throw new ProblemError(problem('not_json', 'Send the body in UTF-8.'));
    done(null, configOf(request).bytes ? body : parseJson(body));
  });
  server.addHook('preSerialization', (request, reply, answer, done) => {
    if (!configOf(request).long) done(null, answer);
    else
      encodeInTurns(answer).then((encoded) => {
        // Bytes are sent as they are; the type knows of texts only.
        reply.serializer(() => encoded as unknown as string);
        done(null, answer);
      }, done);
  });
  const check = addressCheck(edge.host, access.publicUrl);
  const doorkeeper = new Doorkeeper(access.door);
  server.decorateRequest('caller', null);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    const { headers, method, socket } = request;
    const foreign = check({ host: headers.host, origin: headers.origin, port: socket.localPort });
    if (foreign !== null) {
      done(new ProblemError(foreign));
      return;
    }
    const go = (caller: Identity | null) => {
      request.caller = caller;
      if (request.is404 || isUntidy(request)) done(outsideOfRoutes(request, reply));
      else done();
    };
    if (configOf(request).right === 'public') {
      go(null);
      return;
    }
    // Without a promise where the caller is known: a prompt is asked for before every model request.
    const admitted = doorkeeper.admit({ headers, method, address: socket.remoteAddress ?? '' });
    if (admitted instanceof Promise) admitted.then(go, done);
    else go(admitted);
  });
  return adapter;
}

/** The status of what is no request at all. */
function noHttp(code: string): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

/** Doubled and trailing slashes name nothing: the router would take them into a key. */
function isUntidy(request: FastifyRequest): boolean {
  const path = pathOf(request.raw.url);
  return path.includes('//') || path.endsWith('/');
}

/** 405 with `Allow` where the path is served by another method, else 404. */
function outsideOfRoutes(request: FastifyRequest, reply: FastifyReply): ProblemError {
  const allow = isUntidy(request) ? '' : allowedMethods(routes, pathOf(request.raw.url));
  if (allow === '') return new ProblemError(problem('unknown_path', 'Nothing is served under this path.'));
  void reply.header('allow', allow);
  return new ProblemError(problem('method_not_allowed', `This path is served by ${allow}.`));
}
