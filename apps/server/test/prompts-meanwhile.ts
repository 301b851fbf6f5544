import type { ServerProcess } from './server-process.ts';

/** How long prompts took, in milliseconds, from the shortest to the longest. */
export type Waits = readonly number[];

/** Keeps asking for one known prompt, one after the other, until `work` is done: how long each answer took. */
export async function promptsMeanwhile(server: ServerProcess, work: () => Promise<unknown>): Promise<Waits> {
  await prompt(server);
  const working = { done: false };
  const finished = work().finally(() => (working.done = true));
  const waits: number[] = [];
  while (!working.done) {
    const began = performance.now();
    await prompt(server);
    waits.push(performance.now() - began);
  }
  await finished;
  return waits.sort((a, b) => a - b);
}

export function longest(waits: Waits): number {
  return waits.at(-1) ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * What this machine, as busy as it is, takes to write and read a JSON text of about 2 MB: the median of several. Waits are
 * told in it, since milliseconds say nothing where others work too.
 */
export function yardstick(): number {
  const value = Array.from({ length: 20_000 }, (_, index) => `line ${String(index)} of a text`.padEnd(100, '.'));
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    JSON.parse(JSON.stringify(value));
    return performance.now() - began;
  });
  return median(times);
}

/** Bytes only: what is not parsed here keeps this process free to see how long prompts take. */
export async function send(server: ServerProcess, method: string, path: string, body?: string): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, ...(body === undefined ? {} : { headers, body }) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${bytes.toString('utf8', 0, 500)}`);
  return bytes;
}

const PROMPT = JSON.stringify({ role: 'worker', variables: [] });
async function prompt(server: ServerProcess): Promise<void> {
  await send(server, 'POST', '/v1/sessions/known/prompt', PROMPT);
}
