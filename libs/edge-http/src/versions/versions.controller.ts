import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  CompareVersions,
  GetHistory,
  GetVersion,
  GetVersionInForce,
  ListVersions,
  RestoreVersion,
  type Page,
} from '@palimpsest/application';
import type { Saved, VersionListed } from '@palimpsest/domain';
import { callerOf, sourceOf } from '../server/caller-of.ts';
import { firstFrom, lastUpTo } from '../routing/instant.ts';
import { readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { statusOf } from '../routing/saved-status.ts';
import { compareVersions, getHistory, getVersion, listVersions, restoreVersion } from './versions.routes.ts';

@Controller()
export class VersionsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(listVersions)
  async list(@Req() request: FastifyRequest): Promise<Page<VersionListed>> {
    const { at, limit, cursor, since, until, ...filter } = readParameters(listVersions, request);
    if (at === undefined) {
      const range = { since: since && firstFrom(since), until: until && firstFrom(until) };
      return this.queries.execute(new ListVersions({ ...filter, ...range }, { limit, cursor }));
    }
    const version = await this.queries.execute(new GetVersionInForce(lastUpTo(at)));
    return { items: version === null ? [] : [version], next_cursor: null };
  }

  @Serves(getHistory)
  history(@Req() request: FastifyRequest) {
    const { key, ...page } = readParameters(getHistory, request);
    return this.queries.execute(new GetHistory(key, page));
  }

  @Serves(getVersion)
  one(@Req() request: FastifyRequest) {
    const { revision } = readParameters(getVersion, request);
    return this.queries.execute(new GetVersion(revision));
  }

  @Serves(compareVersions)
  compare(@Req() request: FastifyRequest) {
    const { a, b } = readParameters(compareVersions, request);
    return this.queries.execute(new CompareVersions(a, b));
  }

  @Serves(restoreVersion)
  async restore(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Saved> {
    const { parameters, body } = await readRequest(restoreVersion, request);
    const command = new RestoreVersion(callerOf(request), parameters.revision, body, sourceOf(request));
    return statusOf(reply, await this.commands.execute(command));
  }
}
