import { z } from 'zod';
import { accessRoleSchema, loginSchema } from '@palimpsest/access';
import { route } from '../routing/route.ts';

const body = ['malformed_json', 'not_json', 'body_too_large', 'validation_failed'] as const;
const nothing = { type: '', description: 'Done' };

const meSchema = z
  .object({
    actor: z.string(),
    role: accessRoleSchema,
    session: z.string().nullable().describe("the Session of a Session's token"),
    login: loginSchema,
    tool_saves: z.enum(['direct', 'approve', 'off']).describe("what a tool's save does"),
  })
  .meta({ id: 'Me' });

export const getMe = route({
  method: 'GET',
  right: 'identity',
  path: '/v1/me',
  summary: 'Who the caller is, and how they were let in',
  answers: { 200: meSchema },
  problems: [],
});

export const getLogin = route({
  method: 'GET',
  right: 'public',
  path: '/login',
  summary: 'The page on which people sign in',
  answers: { 200: { type: 'text/html', description: 'A page that needs nothing from another host' } },
  problems: [],
});

export const getLoginFile = route({
  method: 'GET',
  right: 'public',
  path: '/login/page/{file}',
  summary: 'A file of that page',
  params: z.strictObject({ file: z.string() }),
  answers: { 200: { type: 'text/javascript', description: 'A script or style sheet' } },
  problems: ['unknown_path'],
});

export const login = route({
  method: 'POST',
  right: 'public',
  path: '/login',
  summary: 'Signs in with a token: sets the cookie that pages of this server send from then on',
  body: z.strictObject({ token: z.string().min(1) }),
  answers: { 204: nothing },
  problems: [...body, 'unauthenticated', 'rate_limited'],
});

export const logout = route({
  method: 'POST',
  right: 'public',
  path: '/logout',
  summary: 'Signs out: clears that cookie',
  answers: { 204: nothing },
  problems: [],
});

export const startOpenId = route({
  method: 'GET',
  right: 'public',
  path: '/login/oidc',
  summary: 'Sends a person to the OpenID Connect provider of the deployment',
  answers: { 302: { type: '', description: "To the provider's page" } },
  problems: ['unknown_path', 'unauthenticated'],
});

export const finishOpenId = route({
  method: 'GET',
  right: 'public',
  path: '/login/oidc/callback',
  summary: 'Where the provider sends a person back to',
  query: z.object({}).loose(),
  answers: { 200: { type: 'text/html', description: 'A page that leads on, with the cookie set' } },
  problems: ['unknown_path', 'unauthenticated', 'forbidden'],
});
