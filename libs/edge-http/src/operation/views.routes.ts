import { z } from 'zod';
import { pageSchema, viewStatusSchema } from '@palimpsest/application';
import { text } from '../routing/parameters.ts';
import { route } from '../routing/route.ts';

export const listViews = route({
  method: 'GET',
  right: 'read',
  path: '/v1/views',
  summary: 'The read models with position and lag',
  answers: { 200: pageSchema(viewStatusSchema) },
  problems: ['store_unavailable'],
});
export const rebuildView = route({
  method: 'POST',
  right: 'rebuild',
  path: '/v1/views/{name}/rebuild',
  summary: 'Starts rebuilding a read model; the list shows its progress',
  params: z.strictObject({ name: text }),
  answers: { 202: viewStatusSchema },
  problems: ['validation_failed', 'unknown_view', 'rebuild_running', 'store_unavailable'],
});
