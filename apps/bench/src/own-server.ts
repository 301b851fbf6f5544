import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from './server-process.ts';

/** Runs a benchmark against the built server, on a data folder of its own that goes at the end. */
export async function withServer<T>(run: (url: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
  const script = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
  const env = { PALIMPSEST_DATA: folder, PALIMPSEST_PORT: '0', PALIMPSEST_LOG_LEVEL: 'error' };
  const server = await startProcess(script, env);
  try {
    return await run(server.url, folder);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}
