import { z } from 'zod';
import { changeSchema, replaceSchema, restoreSchema, savedSchema, statusSchema } from '@palimpsest/domain';
import { route } from '../routing/route.ts';

const refusals = ['malformed_json', 'not_json', 'body_too_large', 'validation_failed', 'stale_revision'] as const;
const failures = ['request_id_reused', 'store_unavailable', 'storage_full', 'view_paused'] as const;

export const getConfiguration = route({
  method: 'GET',
  right: 'read',
  path: '/v1/configuration',
  summary: 'The current version with its configuration, and what asks for attention',
  headers: z.object({ 'if-none-match': z.string().optional() }),
  answers: { 200: statusSchema, 304: { type: '', description: 'The version and release are those of the tag' } },
  problems: ['store_unavailable'],
});
export const replaceConfiguration = route({
  method: 'PUT',
  right: 'save',
  path: '/v1/configuration',
  summary: 'Saves the full configuration; what is absent follows its default',
  body: replaceSchema,
  answers: { 201: savedSchema, 200: savedSchema },
  problems: [...refusals, ...failures],
});
export const changeConfiguration = route({
  method: 'PATCH',
  right: 'save',
  path: '/v1/configuration',
  summary: 'Saves a change of the named entries',
  body: changeSchema,
  answers: { 201: savedSchema, 200: savedSchema },
  problems: [...refusals, ...failures],
});
export const restoreDefaults = route({
  method: 'POST',
  right: 'save',
  path: '/v1/defaults/restore',
  summary: 'Returns all entries, or the given ones, to their defaults',
  body: restoreSchema,
  answers: { 201: savedSchema, 200: savedSchema },
  problems: [...refusals, ...failures],
});
