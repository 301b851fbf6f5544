import { z } from 'zod';
import { readySchema } from '@palimpsest/application';
import { route } from '../routing/route.ts';

export const getHealth = route({
  method: 'GET',
  right: 'public',
  path: '/healthz',
  summary: 'Whether the process answers',
  answers: { 200: z.object({ status: z.literal('ok') }) },
  problems: [],
});
export const getReadiness = route({
  method: 'GET',
  right: 'public',
  path: '/readyz',
  summary: 'Whether requests can be answered, with the reasons where not; a reason with a 200 is a warning',
  answers: { 200: readySchema, 503: readySchema },
  problems: [],
});
export const getDocument = route({
  method: 'GET',
  right: 'identity',
  path: '/openapi.json',
  summary: 'This document',
  answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
  problems: [],
});
export const getDocs = route({
  method: 'GET',
  right: 'identity',
  path: '/docs',
  summary: 'The page of this document',
  answers: { 200: { type: 'text/html', description: 'A page that needs nothing from another host' } },
  problems: [],
});
export const getDocsFile = route({
  method: 'GET',
  right: 'identity',
  path: '/docs/{file}',
  summary: 'A file of that page',
  params: z.strictObject({ file: z.string() }),
  answers: { 200: { type: 'text/javascript', description: 'A script or style sheet' } },
  problems: ['unknown_path'],
});
