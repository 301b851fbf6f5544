import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A run of the built server, with all that it prints. */
export function runMain(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], PALIMPSEST_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, err }));
  const listening = async (): Promise<string> => {
    for (;;) {
      const url = /^listening on (\S+)\n/.exec(out)?.[1];
      if (url !== undefined) return url;
      const next = await Promise.race([once(child.stdout, 'data'), ended]);
      if ('code' in next) throw new Error(`ended with ${String(next.code)}: ${next.err}`);
    }
  };
  return { child, ended, listening };
}
