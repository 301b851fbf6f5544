import { Controller, Inject, Req, Res } from '@nestjs/common';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem, ProblemError } from '@palimpsest/application';
import { Serves } from '../routing/route.ts';
import { EDGE, type Edge } from '../server/edge.ts';
import { describeError } from '../server/describe-error.ts';
import { ACCESS, type EdgeAccess } from './edge-access.ts';
import { setLogin } from './cookie.ts';
import { finishOpenId, startOpenId } from './login.routes.ts';
import { ProviderRefused, type OpenIdProvider, type Person, type Started } from './open-id.ts';

const STARTED = 'palimpsest-oidc';
const startedSchema = z.strictObject({ verifier: z.string(), state: z.string(), nonce: z.string() });
/** How long a person may take at the provider. */
const PATIENCE_SECONDS = 600;

/** Signing in with the OpenID Connect provider of the deployment. */
@Controller()
export class OpenIdController {
  constructor(
    @Inject(EDGE) private readonly edge: Edge,
    @Inject(ACCESS) private readonly access: EdgeAccess,
  ) {}

  @Serves(startOpenId)
  async start(@Res() reply: FastifyReply): Promise<void> {
    const { url, started } = await this.#provider()
      .start()
      .catch((error: unknown) => this.#failed(error));
    void reply
      .status(302)
      .header('set-cookie', this.#kept(JSON.stringify(started), PATIENCE_SECONDS))
      .header('cache-control', 'no-store')
      .header('location', url.href)
      .send();
  }

  @Serves(finishOpenId)
  async finish(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const provider = this.#provider();
    const started = startedOf(request.headers.cookie);
    if (started === null) throw notSignedIn('It was not begun in this browser, or too long ago.');
    const query = new URL(request.raw.url ?? '', 'http://localhost').search;
    const person = await provider.finish(query, started).catch((error: unknown) => this.#failed(error));
    const login = await this.#login(person);
    // A page, not a redirect: a browser sends a strict cookie only with what a page of this server asks for.
    void reply
      .header('set-cookie', [login, this.#kept('', 0)])
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(
        '<!doctype html><meta http-equiv="refresh" content="0; url=/login" /><p>Signed in. <a href="/login">Go on</a></p>\n',
      );
  }

  #provider(): OpenIdProvider {
    if (this.access.openId === null)
      throw new ProblemError(problem('unknown_path', 'This deployment has no OpenID Connect provider.'));
    return this.access.openId;
  }

  async #login({ actor, role }: Person): Promise<string> {
    const { authenticator, cookie } = this.access.door;
    if (role === null || authenticator === null)
      throw new ProblemError(
        problem(
          'forbidden',
          'Your account has none of the roles editor, auditor or admin here (PALIMPSEST_OIDC_ROLES).',
        ),
      );
    return setLogin(cookie, await authenticator.login({ actor, role, token: null, login: 'oidc' }));
  }

  /** Lax, because the provider's page leads back here. */
  #kept(value: string, maxAge: number): string {
    const secure = this.access.publicUrl?.protocol === 'https:';
    return serialize(STARTED, value, { path: '/login/oidc', httpOnly: true, sameSite: 'lax', secure, maxAge });
  }

  #failed(error: unknown): never {
    if (error instanceof ProviderRefused) throw notSignedIn(`The provider answered "${error.answer}".`);
    this.edge.report('open_id_failed', { error: describeError(error) });
    throw notSignedIn(
      'The provider cannot be reached, or its answer does not fit; the log of the server has the details.',
    );
  }
}

const notSignedIn = (why: string) =>
  new ProblemError(problem('unauthenticated', `Signing in failed. ${why} Begin again at /login.`));

function startedOf(header: string | undefined): Started | null {
  try {
    const kept: unknown = JSON.parse(parse(header ?? '')[STARTED] ?? '');
    return startedSchema.parse(kept);
  } catch {
    return null;
  }
}
