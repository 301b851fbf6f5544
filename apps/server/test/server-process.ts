import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** An answer with its status and its body, parsed where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

/** The built server in a process of its own, so that it can be killed. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** SIGTERM, and wait: resolves with the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`, and wait. */
  kill(): Promise<void>;
}

export async function startProcess(
  data: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, PALIMPSEST_PORT: '0', PALIMPSEST_DATA: data, PALIMPSEST_LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^listening on (\S+)$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  if (url === '') throw new Error('the server ended before it listened');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  };
  return {
    url,
    child,
    call: (method, path, body) => call(url + path, method, body),
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}

export async function call(url: string, method: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** A data folder that goes when the test ends. */
export function dataFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'palimpsest-'));
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}
