import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localCaller } from '@palimpsest/access';
import {
  CheckRegistration,
  GetSession,
  GetSessionVersion,
  GetSkill,
  ListSessions,
  ListSkills,
  LoadSkill,
  ReproducePrompt,
} from '@palimpsest/application';
import type { Registered } from '@palimpsest/domain';
import { ACCESS, type EdgeAccess } from '../access/edge-access.ts';
import { whole } from '../routing/whole-list.ts';
import { readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { callerOf } from '../server/caller-of.ts';
import { sendPrompt } from './send-prompt.ts';
import * as routes from './sessions.routes.ts';

/** What Sessions used, may read and may load. Their prompts are served by `PromptController`. */
@Controller()
export class SessionsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(ACCESS) private readonly access: EdgeAccess,
  ) {}

  @Serves(routes.registerSession)
  async register(@Req() request: FastifyRequest): Promise<Registered> {
    const { body } = await readRequest(routes.registerSession, request);
    await this.queries.execute(new CheckRegistration(body));
    const { session, role, ttl_seconds } = body;
    const { authenticator } = this.access.door;
    if (authenticator === null) return { session, role, token: null, expires: null };
    const minted = await authenticator.mintSession(request.caller ?? localCaller, session, role, ttl_seconds);
    return { session, role, ...minted };
  }

  @Serves(routes.listSessions)
  list(@Req() request: FastifyRequest) {
    const { limit, cursor, ...filter } = readParameters(routes.listSessions, request);
    return this.queries.execute(new ListSessions(filter, { limit, cursor }));
  }

  @Serves(routes.getSession)
  one(@Req() request: FastifyRequest) {
    const { session } = readParameters(routes.getSession, request);
    return this.queries.execute(new GetSession(session));
  }

  @Serves(routes.reproducePrompt)
  async reproduce(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { session, use } = readParameters(routes.reproducePrompt, request);
    sendPrompt(reply, await this.queries.execute(new ReproducePrompt(session, use)));
  }

  @Serves(routes.getSessionVersion)
  version(@Req() request: FastifyRequest) {
    const { session, revision } = readParameters(routes.getSessionVersion, request);
    return this.queries.execute(new GetSessionVersion(session, revision));
  }

  @Serves(routes.listSkills)
  async skills(@Req() request: FastifyRequest) {
    const { session } = readParameters(routes.listSkills, request);
    return whole(await this.queries.execute(new ListSkills(callerOf(request), session)));
  }

  @Serves(routes.loadSkill)
  skill(@Req() request: FastifyRequest) {
    const { session, name } = readParameters(routes.loadSkill, request);
    // A HEAD request gives the Session no body, so it is no use (P8).
    if (request.method === 'HEAD') return this.queries.execute(new GetSkill(callerOf(request), session, name));
    return this.commands.execute(new LoadSkill(callerOf(request), session, name));
  }
}
