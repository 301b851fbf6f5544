import type { FastifyInstance } from 'fastify';

/** Connections that still are busy after this time are cut, so that the process ends within ten seconds. */
const PATIENCE_MS = 8_000;
const SWEEP_MS = 50;

/** Takes no new connections, waits for the requests under way, and closes each connection once it is idle. */
export async function stopListening(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => {
    server.server.closeIdleConnections();
  }, SWEEP_MS);
  const cut = setTimeout(() => {
    server.server.closeAllConnections();
  }, PATIENCE_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
