import { z } from 'zod';
import { pageSchema } from '@palimpsest/application';
import { eventViewSchema } from '@palimpsest/domain';
import { paging, position, text } from '../routing/parameters.ts';
import { route } from '../routing/route.ts';

export const listEvents = route({
  method: 'GET',
  right: 'audit',
  path: '/v1/events',
  long: true,
  summary: 'The raw log, in order',
  query: z.strictObject({
    after: position.optional().describe('only events after this position'),
    limit: paging.limit,
    type: text.optional().describe('only events of this type'),
  }),
  answers: { 200: pageSchema(eventViewSchema) },
  problems: ['validation_failed', 'store_unavailable'],
});
export const streamChanges = route({
  method: 'GET',
  right: 'read',
  path: '/v1/changes',
  summary: 'New versions and releases as server-sent events; a comment every 15 s keeps the connection alive',
  headers: z.object({
    'last-event-id': position
      .optional()
      .describe('resumes after this position; one beyond the end of the log is answered with `reset`'),
  }),
  answers: {
    200: {
      type: 'text/event-stream',
      description:
        'Events `version` and `release`; their id is a position of the log. `reset` comes first where `Last-Event-ID` lies ' +
        'beyond the end of the log, as after a restore of an older backup: read anew what you hold; its id is the end, 0 for ' +
        'an empty log. `error`, with `code` and `title`, comes last where the log cannot be followed; `retry` says when to ' +
        'come back',
    },
  },
  problems: ['validation_failed', 'store_unavailable'],
});
