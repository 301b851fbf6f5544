import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localCaller } from '@palimpsest/access';
import { problem, ProblemError } from '@palimpsest/application';
import { readParameters, readRequest } from '../routing/read-request.ts';
import { Serves } from '../routing/route.ts';
import { ACCESS, type EdgeAccess } from './edge-access.ts';
import { clearLogin, setLogin } from './cookie.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { loginFile, loginPage } from './login-page.ts';
import { getLogin, getLoginFile, getMe, login, logout } from './login.routes.ts';

/** Who the caller is; signing in and out with a token. */
@Controller()
export class LoginController {
  readonly #doorkeeper: Doorkeeper;

  constructor(@Inject(ACCESS) private readonly access: EdgeAccess) {
    this.#doorkeeper = new Doorkeeper(access.door);
  }

  @Serves(getMe)
  me(@Req() request: FastifyRequest) {
    readParameters(getMe, request);
    const { actor, role, session, login: how } = request.caller ?? localCaller;
    return { actor, role, session, login: how, tool_saves: 'direct' };
  }

  @Serves(getLogin)
  page(@Res() reply: FastifyReply): void {
    const { headers, content } = loginPage(this.access.openId !== null);
    void reply.headers(headers).send(content);
  }

  @Serves(getLoginFile)
  file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const found = loginFile(readParameters(getLoginFile, request).file);
    if (found === null) throw new ProblemError(problem('unknown_path', 'The page has no such file.'));
    void reply.headers(found.headers).send(found.content);
  }

  @Serves(login)
  async login(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { body } = await readRequest(login, request);
    const { authenticator, cookie } = this.access.door;
    if (authenticator === null) return;
    const identity = await authenticator.bearer(body.token);
    // A Session's token is for one Session's host, not for a person.
    if (identity === null || identity.session !== null) this.#doorkeeper.failed(request.ip);
    const { actor, role, token } = identity;
    void reply.header(
      'set-cookie',
      setLogin(cookie, await authenticator.login({ actor, role, token, login: 'cookie' })),
    );
  }

  @Serves(logout)
  logout(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('set-cookie', clearLogin(this.access.door.cookie));
  }
}
