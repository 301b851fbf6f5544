import { z } from 'zod';
import { pageSchema } from '@palimpsest/application';
import { partListedSchema, partSchema, releaseSchema, releaseWholeSchema } from '@palimpsest/domain';
import { paging, release, text } from '../routing/parameters.ts';
import { route } from '../routing/route.ts';

export const listParts = route({
  method: 'GET',
  right: 'read',
  path: '/v1/parts',
  summary: 'All parts, sections and built-in skills, without their texts',
  answers: { 200: pageSchema(partListedSchema) },
  problems: ['store_unavailable'],
});
export const getPart = route({
  method: 'GET',
  right: 'read',
  path: '/v1/parts/{key}',
  rest: 'key',
  summary: 'One part, section or skill, with its default and team text',
  params: z.strictObject({ key: text.describe('an entry key, such as runtime/work or team/communication') }),
  answers: { 200: partSchema },
  problems: ['unknown_part', 'store_unavailable'],
});
export const listReleases = route({
  method: 'GET',
  right: 'read',
  path: '/v1/releases',
  summary: 'The recorded catalogues, newest first',
  query: z.strictObject(paging),
  answers: { 200: pageSchema(releaseSchema) },
  problems: ['validation_failed', 'store_unavailable'],
});
export const getRelease = route({
  method: 'GET',
  right: 'read',
  path: '/v1/releases/{release}',
  summary: 'One recorded catalogue, with its manifest and texts',
  params: z.strictObject({ release }),
  answers: { 200: releaseWholeSchema },
  problems: ['validation_failed', 'unknown_release', 'store_unavailable'],
});
