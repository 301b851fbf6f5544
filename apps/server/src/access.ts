import { Authenticator, TokenFollower } from '@palimpsest/access';
import { cookieNameFor, OpenIdProvider, type EdgeAccess } from '@palimpsest/edge-http';
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';

/** Who is let in, as the settings say, and what follows the tokens file for it. */
export interface Access extends EdgeAccess {
  stop(): Promise<void>;
}

type AccessSettings = Pick<Settings, 'tokens' | 'publicUrl' | 'oidc' | 'team' | 'rate'>;

/** Reads the tokens file and begins to follow it. Rejects with `TokensFileError` where it cannot be used. */
export async function openAccess(settings: AccessSettings, logger: Logger): Promise<Access> {
  const { tokens, publicUrl, oidc, team, rate } = settings;
  const cookie = cookieNameFor(publicUrl);
  if (tokens === null) {
    const door = { authenticator: null, cookie, rate: 0 };
    return { door, publicUrl, openId: null, problem: () => null, stop: () => Promise.resolve() };
  }
  const follower = new TokenFollower(tokens, (event, details) => {
    logger.warn({ event, ...details });
  });
  await follower.start();
  return {
    door: { authenticator: new Authenticator(follower, team, () => Date.now()), cookie, rate },
    publicUrl,
    openId: oidc === null ? null : new OpenIdProvider(oidc),
    problem: () => (follower.problem === null ? null : { reason: follower.problem, nobody: follower.current === null }),
    stop: () => follower.stop(),
  };
}
