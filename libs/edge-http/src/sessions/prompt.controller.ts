import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AssemblePrompt, PreviewPrompt } from '@palimpsest/application';
import { parsePreview } from '@palimpsest/domain';
import { parseJson } from '../server/json-body.ts';
import { KnownRequests } from './known-requests.ts';
import { rawBody, readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { sendPrompt } from './send-prompt.ts';
import { assemblePrompt, previewPrompt } from './sessions.routes.ts';

@Controller()
export class PromptController {
  readonly #known = new KnownRequests<AssemblePrompt>();

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(assemblePrompt)
  async assemble(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendPrompt(reply, await this.commands.execute(this.#assemblePrompt(request)));
  }

  #assemblePrompt(request: FastifyRequest): AssemblePrompt {
    const bytes = request.body as Buffer | undefined;
    return this.#known.get(request.url, bytes, () => {
      request.body = bytes && parseJson(bytes);
      const { parameters, body } = readRequest(assemblePrompt, request);
      return new AssemblePrompt(parameters.session, body);
    });
  }

  @Serves(previewPrompt)
  async preview(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    readParameters(previewPrompt, request);
    sendPrompt(reply, await this.queries.execute(new PreviewPrompt(parsePreview(rawBody(request)))));
  }
}
