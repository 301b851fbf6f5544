import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { PromptAnswer } from '@palimpsest/application';

/**
 * Sends a prompt as two corked writes: the small head of the JSON object, and the rest of it from the cache, neither
 * copied nor escaped again (ARCHITECTURE.md, "The bytes of a prompt"). Headers and response hooks apply as ever.
 */
export function sendPrompt(reply: FastifyReply, { head, body }: PromptAnswer): void {
  const opening = `${JSON.stringify(head).slice(0, -1)},`;
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(opening) + body.length,
  });
  raw.cork();
  raw.write(opening);
  raw.end(body);
}
