import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { measured, type Measured } from './measured.ts';
import { startProcess } from './server-process.ts';

const PROMPT_BYTES = 60_000;
const ROUNDS = 3;
const variables = [
  { name: 'Repository', value: 'example/shop' },
  { name: 'Branch', value: 'ticket-1' },
];

/** A prompt of 60 KB at a known revision over HTTP, against bare Fastify that sends the same bytes. */
export async function promptOverHttp(seconds: number): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'));
  const server = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
  const env = { PALIMPSEST_DATA: folder, PALIMPSEST_PORT: '0', PALIMPSEST_LOG_LEVEL: 'error' };
  const ours = await startProcess(server, env);
  try {
    const target = `${ours.url}/v1/sessions/bench/prompt`;
    const { bytes, digest } = await prepare(ours.url, target);
    await writeFile(join(folder, 'bytes'), bytes);
    const bare = await startProcess(fileURLToPath(new URL('./bare-fastify.js', import.meta.url)), {
      BENCH_BYTES: join(folder, 'bytes'),
    });
    try {
      return await compare(target, `${bare.url}/prompt`, digest, seconds);
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
    await rm(folder, { recursive: true });
  }
}

/** Saves an override that makes the prompt as long as is wanted, and gives the Session its prompt for the first time. */
async function prepare(url: string, target: string): Promise<{ bytes: Buffer; digest: string }> {
  const first = await post(target, { role: 'worker', variables });
  const length = PROMPT_BYTES - (JSON.parse(first.toString()) as { bytes: number }).bytes;
  const text = `${'Line of a team that has much to say about "work".\n'.repeat(Math.ceil(length / 50))}`.slice(
    0,
    length,
  );
  const change = { base_revision: 0, skills: {}, sections: { delivery: { text } } };
  await post(`${url}/v1/configuration`, change, 'PATCH');
  const bytes = await post(target, { role: 'worker', variables });
  return { bytes, digest: (JSON.parse(bytes.toString()) as { digest: string }).digest };
}

async function post(url: string, body: unknown, method = 'POST'): Promise<Buffer> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

async function compare(target: string, bare: string, digest: string, seconds: number): Promise<Measured[]> {
  const body = { role: 'worker', variables };
  const rates: Record<'ours' | 'bare' | 'known', number[]> = { ours: [], bare: [], known: [] };
  const p99: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const a = await load(target, body, seconds);
    const b = await load(bare, body, seconds);
    const c = await load(target, { ...body, if_digest: digest }, seconds);
    if (round === 0) continue; // the first round warms both sides up
    rates.ours.push(a.requests.average);
    rates.bare.push(b.requests.average);
    rates.known.push(c.requests.average);
    p99.ours.push(a.latency.p99);
    p99.bare.push(b.latency.p99);
  }
  return [
    measured('prompt of 60 KB', rates.ours, rates.bare, 'requests/s', '≥ 0.7 now, 0.85 later'),
    measured('the same, 99th percentile', p99.ours, p99.bare, 'ms', '≤ 1.5'),
    measured('unchanged (if_digest)', rates.known, rates.bare, 'requests/s', '≥ 1.3'),
  ];
}

async function load(url: string, body: unknown, seconds: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: 16,
    duration: seconds,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${String(result.non2xx + result.errors)} failed requests`);
  return result;
}
