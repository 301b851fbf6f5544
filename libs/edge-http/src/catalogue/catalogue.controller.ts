import { Controller, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetPart, GetRelease, ListParts, ListReleases } from '@palimpsest/application';
import { whole } from '../routing/whole-list.ts';
import { getPart, getRelease, listParts, listReleases } from './catalogue.routes.ts';
import { readParameters } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';

/** Parts, sections and skills as they stand now, and the recorded catalogues. */
@Controller()
export class CatalogueController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Serves(listParts)
  async list(@Req() request: FastifyRequest) {
    readParameters(listParts, request);
    return whole(await this.queries.execute(new ListParts()));
  }

  @Serves(getPart)
  one(@Req() request: FastifyRequest) {
    const { key } = readParameters(getPart, request);
    return this.queries.execute(new GetPart(key));
  }

  @Serves(listReleases)
  releases(@Req() request: FastifyRequest) {
    return this.queries.execute(new ListReleases(readParameters(listReleases, request)));
  }

  @Serves(getRelease)
  release(@Req() request: FastifyRequest) {
    const { release } = readParameters(getRelease, request);
    return this.queries.execute(new GetRelease(release));
  }
}
