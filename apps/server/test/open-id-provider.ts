import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../libs/edge-http/test/open-id-provider.mjs', import.meta.url));

/** A provider in a process of its own, which can be ended and begun again at the same address. */
export class ProviderProcess {
  readonly #redirect: string;
  #child: ChildProcess | null = null;
  issuer = '';

  constructor(redirect: string) {
    this.#redirect = redirect;
  }

  async start(): Promise<void> {
    const port = this.issuer === '' ? '0' : new URL(this.issuer).port;
    const child = spawn(process.execPath, [MAIN, port, this.#redirect], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('http://')) continue;
      this.issuer = line;
      return;
    }
    throw new Error('the provider ended before it listened');
  }

  async stop(): Promise<void> {
    if (this.#child === null || this.#child.exitCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }
}
