import { Controller, Inject, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ListEvents } from '@palimpsest/application';
import { ACCESS, type EdgeAccess } from '../access/edge-access.ts';
import { ChangeStreams } from './change-streams.ts';
import { listEvents, streamChanges } from './log.routes.ts';
import { readParameters } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';

/** The raw log, and the changes in it as they happen. */
@Controller()
export class LogController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(ChangeStreams) private readonly streams: ChangeStreams,
    @Inject(ACCESS) private readonly access: EdgeAccess,
  ) {}

  @Serves(listEvents)
  events(@Req() request: FastifyRequest) {
    const { after, limit, type } = readParameters(listEvents, request);
    const place = { after: after === undefined ? null : BigInt(after), limit };
    return this.queries.execute(new ListEvents(type === undefined ? place : { ...place, type }));
  }

  @Serves(streamChanges)
  async changes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const after = readParameters(streamChanges, request)['last-event-id'];
    void reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store');
    // The router answers HEAD with this method too; it must end.
    await reply.send(request.method === 'HEAD' ? '' : await this.streams.open(after, this.#watch(request)));
  }

  #watch({ caller }: FastifyRequest): () => boolean {
    const { authenticator } = this.access.door;
    return () => authenticator === null || (caller !== null && authenticator.isStillIn(caller));
  }
}
