import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '@palimpsest/access';
import { AssemblePrompt, inTurns, PreviewPrompt } from '@palimpsest/application';
import { parsePreviewInSteps, Refusal, type PromptRequest } from '@palimpsest/domain';
import { callerOf } from '../server/caller-of.ts';
import { parseJson } from '../server/json-body.ts';
import { KnownRequests } from './known-requests.ts';
import { rawBody, readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { sendPrompt } from './send-prompt.ts';
import { assemblePrompt, previewPrompt } from './sessions.routes.ts';

/** A request for a prompt, parsed: the same object for the same bytes. */
interface Asked {
  readonly session: string;
  readonly body: PromptRequest;
}

@Controller()
export class PromptController {
  readonly #known = new KnownRequests<Asked>();

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(assemblePrompt)
  async assemble(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = this.#asked(request);
    // What is known is not waited for.
    const { session, body } = asked instanceof Promise ? await asked : asked;
    // Of every caller: the same bytes may have come from another one.
    checkOwnRole(request.caller, body.role);
    sendPrompt(reply, await this.commands.execute(new AssemblePrompt(callerOf(request), session, body)));
  }

  #asked(request: FastifyRequest): Asked | Promise<Asked> {
    const bytes = request.body as Buffer | undefined;
    return this.#known.get(request.url, bytes, async () => {
      request.body = bytes && parseJson(bytes);
      const { parameters, body } = await readRequest(assemblePrompt, request);
      return { session: parameters.session, body };
    });
  }

  @Serves(previewPrompt)
  async preview(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    readParameters(previewPrompt, request);
    const parsed = await inTurns(parsePreviewInSteps(rawBody(request)));
    sendPrompt(reply, await this.queries.execute(new PreviewPrompt(parsed)));
  }
}

/** A Session's token asks for the prompt of its own role (X3): the main Session's is not an Executor's to read. */
function checkOwnRole(caller: Identity | null, role: string): void {
  if (caller === null || caller.session === null || caller.role === role) return;
  const message = `the token of Session ${caller.session} has the role ${caller.role}; ask with that role`;
  throw new Refusal('role_mismatch', message, { role: caller.role });
}
