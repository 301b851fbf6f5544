import autocannon from 'autocannon';
import { percentile } from './measured.ts';

/** Sends JSON and gives the answer's bytes; throws where it is no success. */
export async function send(url: string, body: unknown, method = 'POST'): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

/** What a load met. */
export interface Load {
  readonly requestsPerSecond: number;
  /** Microseconds: autocannon counts its own in whole milliseconds, of which no ratio can be made. */
  readonly p99: number;
}

/** Posts the same body from several connections for some seconds; throws where a request failed. */
export async function load(url: string, body: unknown, seconds: number, connections = 16): Promise<Load> {
  const latencies: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      connections,
      duration: seconds,
    };
    const running = autocannon(options, (error: unknown, met) => {
      if (error instanceof Error) reject(error);
      else resolve(met);
    });
    running.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds * 1_000));
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${String(failed)} failed requests`);
  return { requestsPerSecond: result.requests.average, p99: percentile(latencies, 0.99) };
}
