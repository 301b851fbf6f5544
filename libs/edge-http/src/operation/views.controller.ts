import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { ListViews, RebuildView } from '@palimpsest/application';
import { whole } from '../routing/whole-list.ts';
import { readParameters } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { listViews, rebuildView } from './views.routes.ts';

/** The read models: how far they are, and rebuilding one (A3). */
@Controller()
export class ViewsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Serves(listViews)
  async list(@Req() request: FastifyRequest) {
    readParameters(listViews, request);
    return whole(await this.queries.execute(new ListViews()));
  }

  @Serves(rebuildView)
  rebuild(@Req() request: FastifyRequest) {
    const { name } = readParameters(rebuildView, request);
    return this.commands.execute(new RebuildView(name));
  }
}
