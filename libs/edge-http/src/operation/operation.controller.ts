import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, ProblemError, Readiness } from '@palimpsest/application';
import { docsFile, docsPage } from './docs.ts';
import { OPENAPI } from './openapi.ts';
import { getDocs, getDocsFile, getDocument, getHealth, getReadiness } from './operation.routes.ts';
import { ACCESS, type EdgeAccess } from '../access/edge-access.ts';
import { readParameters } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';

/** What operators and other programs ask about the server itself. */
@Controller()
export class OperationController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(OPENAPI) private readonly openapi: object,
    @Inject(ACCESS) private readonly access: EdgeAccess,
  ) {}

  @Serves(getHealth)
  health() {
    return { status: 'ok' };
  }

  @Serves(getReadiness)
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready: serves, reasons: found } = await this.readiness.check();
    const access = this.access.problem();
    const ready = serves && access?.nobody !== true;
    const reasons = access === null ? found : [access.reason, ...found];
    void reply.status(ready ? 200 : 503);
    return { ready, reasons };
  }

  @Serves(getDocument)
  document() {
    return this.openapi;
  }

  @Serves(getDocs)
  docs(@Res() reply: FastifyReply): void {
    void reply.headers(docsPage.headers).send(docsPage.content);
  }

  @Serves(getDocsFile)
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await docsFile(readParameters(getDocsFile, request).file);
    if (found === null) throw new ProblemError(problem('unknown_path', 'The page has no such file.'));
    void reply.headers(found.headers).send(found.content);
  }
}
