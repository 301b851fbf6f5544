import type { FastifyReply } from 'fastify';
import type { Saved } from '@palimpsest/domain';

/** Answers a save with 201, or with 200 where it was a dry run (INTERFACES.md). */
export function statusOf(reply: FastifyReply, answer: { readonly saved: Saved; readonly stored: boolean }): Saved {
  void reply.status(answer.stored ? 201 : 200);
  return answer.saved;
}
