import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AssemblePrompt, PreviewPrompt } from '@palimpsest/application';
import { checkInputs, invalid, parseReplace, type Fault } from '@palimpsest/domain';
import { readRequest } from './read-request.ts';
import { Serves } from './route.ts';
import { sendPrompt } from './send-prompt.ts';
import { assemblePrompt, previewPrompt } from './sessions.routes.ts';

@Controller()
export class PromptController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(assemblePrompt)
  async assemble(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { parameters, body } = readRequest(assemblePrompt, request);
    refuse(checkInputs(body));
    const answer = await this.commands.execute(new AssemblePrompt(parameters.session, body));
    sendPrompt(reply, answer);
  }

  @Serves(previewPrompt)
  preview(@Req() request: FastifyRequest) {
    const { body } = readRequest(previewPrompt, request);
    refuse([...checkInputs(body), ...hiddenKeys(request.body)]);
    return this.queries.execute(new PreviewPrompt(body));
  }
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

/** A draft's keys that only the check of a whole save sees: an own `__proto__` (S16). The paths are the same. */
function hiddenKeys(raw: unknown): readonly Fault[] {
  const { configuration } = raw as { configuration?: unknown };
  return configuration === undefined ? [] : parseReplace({ base_revision: 0, configuration }).faults;
}
