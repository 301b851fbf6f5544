import { z } from 'zod';
import { pageSchema } from '@palimpsest/application';
import {
  originSchema,
  restoreSchema,
  savedSchema,
  versionDiffSchema,
  versionListedSchema,
  versionWholeSchema,
} from '@palimpsest/domain';
import { isLater } from '../routing/instant.ts';
import { paging, revision, text, time } from '../routing/parameters.ts';
import { route } from '../routing/route.ts';

export const listVersions = route({
  method: 'GET',
  right: 'read',
  path: '/v1/versions',
  long: true,
  summary: 'The versions, newest first; with `at` the one in force then, alone',
  query: z
    .strictObject({
      ...paging,
      key: text.optional().describe('an entry key: only the versions in which it changed'),
      origin: originSchema.optional(),
      actor: text.optional(),
      since: time.optional().describe('inclusive'),
      until: time.optional().describe('exclusive'),
      at: time
        .optional()
        .describe('alone: the version in force then; from now on it is the newest, whatever its timestamp'),
    })
    .refine(
      ({ at, cursor, key, origin, actor, since, until }) =>
        at === undefined || [cursor, key, origin, actor, since, until].every((filter) => filter === undefined),
      { path: ['at'], error: 'stands alone: the version in force at a time is one; leave the other filters out' },
    )
    .superRefine(({ since, until }, context) => {
      if (since === undefined || until === undefined || !isLater(since, until)) return;
      context.addIssue({ code: 'custom', path: ['since'], message: 'is later than until: no time lies between them' });
      context.addIssue({
        code: 'custom',
        path: ['until'],
        message: 'is earlier than since: no time lies between them',
      });
    }),
  answers: { 200: pageSchema(versionListedSchema) },
  problems: ['validation_failed', 'store_unavailable', 'view_paused'],
});
export const getHistory = route({
  method: 'GET',
  right: 'read',
  path: '/v1/history/{key}',
  long: true,
  rest: 'key',
  summary: 'The versions in which an entry changed, newest first',
  params: z.strictObject({ key: text.describe('an entry key, such as runtime/work or team/skill/review') }),
  query: z.strictObject(paging),
  answers: { 200: pageSchema(versionListedSchema) },
  problems: ['validation_failed', 'unknown_part', 'store_unavailable', 'view_paused'],
});
export const getVersion = route({
  method: 'GET',
  right: 'read',
  path: '/v1/versions/{revision}',
  summary: 'One version, whole',
  params: z.strictObject({
    revision,
  }),
  answers: { 200: versionWholeSchema },
  problems: ['validation_failed', 'unknown_version', 'store_unavailable', 'view_paused'],
});
export const compareVersions = route({
  method: 'GET',
  right: 'read',
  path: '/v1/versions/{a}/diff/{b}',
  summary: 'The difference of two versions, entry by entry',
  params: z.strictObject({ a: revision, b: revision }),
  answers: { 200: versionDiffSchema },
  problems: ['validation_failed', 'unknown_version', 'store_unavailable', 'view_paused'],
});
export const restoreVersion = route({
  method: 'POST',
  right: 'save',
  path: '/v1/versions/{revision}/restore',
  summary: 'Makes a new version with the configuration, or the given entries, of an earlier one',
  params: z.strictObject({ revision }),
  body: restoreSchema,
  answers: { 201: savedSchema, 200: savedSchema },
  problems: [
    'malformed_json',
    'not_json',
    'body_too_large',
    'validation_failed',
    'unknown_version',
    'stale_revision',
    'request_id_reused',
    'store_unavailable',
    'storage_full',
    'view_paused',
  ],
});
