import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
export type Environment = Readonly<Record<string, string>>;

/** Starts the built command, with no setting but those given. */
export function start(args: readonly string[], env: Environment) {
  return spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } });
}

/** Runs the built command to its end. */
export async function run(args: readonly string[], env: Environment = {}, input = ''): Promise<Ended> {
  const child = start(args, env);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
