import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

/** What our server is measured against: Fastify that parses the same body and sends the same bytes, and does nothing else. */
const bytes = readFileSync(process.env['BENCH_BYTES'] ?? '');
const app = fastify();
app.post('/prompt', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes));
process.on('SIGTERM', () => process.exit(0));
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
