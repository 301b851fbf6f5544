import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetStatus, inTurns, RestoreDefaults, SaveConfiguration } from '@palimpsest/application';
import { parseChangeInSteps, parseReplaceInSteps, type Saved, type Status } from '@palimpsest/domain';
import { callerOf, sourceOf } from '../server/caller-of.ts';
import {
  changeConfiguration,
  getConfiguration,
  replaceConfiguration,
  restoreDefaults,
} from './configuration.routes.ts';
import { etagOf, isCurrent } from './etag.ts';
import { rawBody, readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { statusOf } from '../routing/saved-status.ts';

@Controller()
export class ConfigurationController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(getConfiguration)
  async get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Status | undefined> {
    readParameters(getConfiguration, request);
    const status = await this.queries.execute(new GetStatus());
    const etag = etagOf(status);
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (!isCurrent(request.headers['if-none-match'], etag)) return status;
    void reply.status(304);
    return undefined;
  }

  @Serves(replaceConfiguration)
  async replace(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Saved> {
    readParameters(replaceConfiguration, request);
    const parsed = await inTurns(parseReplaceInSteps(rawBody(request)));
    const answer = await this.commands.execute(new SaveConfiguration(callerOf(request), parsed, sourceOf(request)));
    return statusOf(reply, answer);
  }

  @Serves(changeConfiguration)
  async change(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Saved> {
    readParameters(changeConfiguration, request);
    const parsed = await inTurns(parseChangeInSteps(rawBody(request)));
    const answer = await this.commands.execute(new SaveConfiguration(callerOf(request), parsed, sourceOf(request)));
    return statusOf(reply, answer);
  }

  @Serves(restoreDefaults)
  async restoreDefaults(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Saved> {
    const { body } = await readRequest(restoreDefaults, request);
    const answer = await this.commands.execute(new RestoreDefaults(callerOf(request), body, sourceOf(request)));
    return statusOf(reply, answer);
  }
}
