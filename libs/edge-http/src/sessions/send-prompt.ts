import type { FastifyReply } from 'fastify';
import type { PromptAnswer } from '@palimpsest/application';

/**
 * Sends a prompt as two corked writes: the small head of the JSON object, if it has one, and the rest of it from the cache, neither
 * copied nor escaped again (ARCHITECTURE.md, "The bytes of a prompt"). Headers and response hooks apply as ever.
 */
export function sendPrompt(reply: FastifyReply, { head, body }: PromptAnswer): void {
  const fields = JSON.stringify(head).slice(0, -1);
  const opening = fields === '{' ? fields : `${fields},`;
  const { raw } = reply;
  reply.hijack();
  const length = Buffer.byteLength(opening) + body.length;
  // As a flat list: Node.js checks and joins an object's headers at twice the cost.
  const headers = ['content-type', 'application/json; charset=utf-8', 'content-length', String(length)];
  for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value));
  raw.writeHead(200, headers);
  raw.cork();
  raw.write(opening);
  raw.end(body);
}
