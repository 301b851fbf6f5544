import { z } from 'zod';
import { pageSchema } from '@palimpsest/application';
import { previewAnswerSchema, previewRequestSchema, promptAnswerSchema, promptRequestSchema } from '@palimpsest/domain';
import { roleSchema, sessionSchema, skillListedSchema, skillWholeSchema, versionWholeSchema } from '@palimpsest/domain';
import { registeredSchema, registrationSchema, reproducedPromptSchema } from '@palimpsest/domain';
import { integer, paging, release, revision, session, text } from '../routing/parameters.ts';
import { route } from '../routing/route.ts';

const inputs = ['malformed_json', 'not_json', 'body_too_large', 'validation_failed', 'policy_unavailable'] as const;

export const assemblePrompt = route({
  method: 'POST',
  right: 'prompt',
  path: '/v1/sessions/{session}/prompt',
  summary:
    "Assembles a Session's prompt from the latest version and release; the first with a revision, release and policy records a use",
  params: session,
  body: promptRequestSchema,
  bytes: true,
  answers: { 200: promptAnswerSchema },
  problems: [...inputs, 'role_mismatch', 'store_unavailable', 'storage_full'],
});
export const previewPrompt = route({
  method: 'POST',
  right: 'read',
  path: '/v1/preview',
  summary: 'Assembles a prompt from any revision and release, or from a draft, and records nothing',
  body: previewRequestSchema,
  answers: { 200: previewAnswerSchema },
  problems: [...inputs, 'unknown_version', 'unknown_release', 'store_unavailable', 'view_paused'],
});
export const registerSession = route({
  method: 'POST',
  right: 'register',
  path: '/v1/sessions',
  summary: 'Gives a Session a token of its own, for its role and a time; without a tokens file there is none',
  body: registrationSchema,
  answers: { 201: registeredSchema },
  problems: ['malformed_json', 'not_json', 'body_too_large', 'validation_failed', 'role_mismatch', 'store_unavailable'],
});

export const listSessions = route({
  method: 'GET',
  right: 'audit',
  path: '/v1/sessions',
  long: true,
  summary: 'The Sessions with what they used, newest first',
  query: z.strictObject({
    ...paging,
    revision: revision.optional().describe('only Sessions that used this revision; `latest` is the one in force'),
    release: release.optional().describe('only Sessions that used this release; `latest` is the one in force'),
    role: roleSchema.optional(),
  }),
  answers: { 200: pageSchema(sessionSchema) },
  problems: ['validation_failed', 'store_unavailable', 'view_paused'],
});
export const getSession = route({
  method: 'GET',
  right: 'session',
  path: '/v1/sessions/{session}',
  long: true,
  summary: 'One Session with all that it used, first to last',
  params: session,
  answers: { 200: sessionSchema },
  problems: ['validation_failed', 'unknown_session', 'store_unavailable'],
});
export const reproducePrompt = route({
  method: 'GET',
  right: 'session',
  path: '/v1/sessions/{session}/uses/{use}/prompt',
  summary: 'The prompt of one use, reproduced from the record byte for byte',
  params: session.extend({ use: integer(1) }),
  answers: { 200: reproducedPromptSchema },
  problems: ['validation_failed', 'unknown_session', 'unknown_use', 'store_unavailable', 'view_paused'],
});
export const getSessionVersion = route({
  method: 'GET',
  right: 'session',
  path: '/v1/sessions/{session}/revisions/{revision}',
  summary: 'A version, if the Session may read it',
  params: session.extend({ revision }),
  answers: { 200: versionWholeSchema },
  problems: [
    'validation_failed',
    'unknown_session',
    'unknown_version',
    'revision_not_used',
    'store_unavailable',
    'view_paused',
  ],
});
export const listSkills = route({
  method: 'GET',
  right: 'skills',
  path: '/v1/sessions/{session}/skills',
  summary: 'The skills by name and description: built-in, as overridden, and the team’s; records nothing',
  params: session,
  answers: { 200: pageSchema(skillListedSchema) },
  problems: ['validation_failed', 'unknown_session', 'store_unavailable'],
});
export const loadSkill = route({
  method: 'GET',
  right: 'load_skill',
  path: '/v1/sessions/{session}/skills/{name}',
  summary: "One skill's body; the first GET of a skill at a revision and release records a use, HEAD records nothing",
  params: session.extend({ name: text }),
  answers: { 200: skillWholeSchema },
  problems: ['validation_failed', 'unknown_session', 'unknown_skill', 'store_unavailable', 'storage_full'],
});
