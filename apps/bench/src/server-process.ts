import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a process of its own, so that it has a core for itself. */
export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a script that prints `listening on URL`, and resolves when it does. */
export async function startProcess(script: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('a server without standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^listening on (\S+)$/.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it listened`);
}
