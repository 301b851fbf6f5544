import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, send } from './http.ts';
import { measured, type Measured } from './measured.ts';
import { withServer } from './own-server.ts';
import { startProcess } from './server-process.ts';

const PROMPT_BYTES = 60_000;
const ROUNDS = 3;
const request = {
  role: 'worker',
  variables: [
    { name: 'Repository', value: 'example/shop' },
    { name: 'Branch', value: 'ticket-1' },
  ],
};

/** A prompt of 60 KB at a known revision over HTTP, against bare Fastify that sends the same bytes. */
export function promptOverHttp(seconds: number): Promise<Measured[]> {
  return withServer(async (url, folder) => {
    const target = `${url}/v1/sessions/bench/prompt`;
    const bytes = await prepare(url, target);
    const { digest } = JSON.parse(bytes.toString()) as { digest: string };
    await writeFile(join(folder, 'bytes'), bytes);
    const script = fileURLToPath(new URL('./bare-fastify.js', import.meta.url));
    const bare = await startProcess(script, { BENCH_BYTES: join(folder, 'bytes') });
    try {
      return await compare(target, `${bare.url}/prompt`, digest, seconds);
    } finally {
      await bare.stop();
    }
  });
}

/** Saves a section that makes the prompt as long as is wanted, and gives the Session its prompt for the first time. */
async function prepare(url: string, target: string): Promise<Buffer> {
  const first = JSON.parse((await send(target, request)).toString()) as { bytes: number };
  const text = 'Line of a team that has much to say about "work".\n'.repeat(2000).slice(0, PROMPT_BYTES - first.bytes);
  await send(`${url}/v1/configuration`, { base_revision: 0, sections: { delivery: { text } } }, 'PATCH');
  return send(target, request);
}

async function compare(target: string, bare: string, digest: string, seconds: number): Promise<Measured[]> {
  const rates: Record<'ours' | 'bare' | 'known', number[]> = { ours: [], bare: [], known: [] };
  const p99: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await load(target, request, seconds);
    const other = await load(bare, request, seconds);
    const known = await load(target, { ...request, if_digest: digest }, seconds);
    if (round === 0) continue; // warms both sides up
    rates.ours.push(ours.requestsPerSecond);
    rates.bare.push(other.requestsPerSecond);
    rates.known.push(known.requestsPerSecond);
    p99.ours.push(ours.p99);
    p99.bare.push(other.p99);
  }
  return [
    measured('prompt of 60 KB', rates.ours, rates.bare, 'requests/s', '≥ 0.7 now, 0.85 later'),
    measured('the same, 99th percentile', p99.ours, p99.bare, 'µs', '≤ 1.5'),
    measured('unchanged (if_digest)', rates.known, rates.bare, 'requests/s', '≥ 1.3 later'),
  ];
}
