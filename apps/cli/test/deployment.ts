import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run, start, type Ended, type Environment } from './run.ts';

/** A server in a folder of its own, started with the command itself, and the command run against it. */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'));
  url = '';
  #server: ReturnType<typeof start> | null = null;

  constructor(readonly env: Environment = {}) {}

  get environment(): Environment {
    return { PALIMPSEST_DATA: join(this.folder, 'data'), PALIMPSEST_URL: this.url, ...this.env };
  }

  async serve(): Promise<this> {
    const settings = { PALIMPSEST_PORT: '0', PALIMPSEST_LOG_LEVEL: 'fatal' };
    const server = start(['serve'], { ...this.environment, ...settings });
    this.#server = server;
    for await (const line of createInterface({ input: server.stdout })) {
      this.url = /^listening on (\S+)$/.exec(line)?.[1] ?? '';
      if (this.url !== '') return this;
    }
    throw new Error('the server ended before it listened');
  }

  /** SIGTERM, and wait: resolves with the exit code. */
  async stop(): Promise<number | null> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return null;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
    return server.exitCode;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  run(...args: string[]): Promise<Ended> {
    return run(args, this.environment);
  }

  /** Runs what must succeed, and gives the JSON that it prints. */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { code, out, err } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${err}`);
    return JSON.parse(out) as T;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file of the folder, as JSON unless it is a text; gives its path. */
  file(name: string, contents: unknown): string {
    writeFileSync(this.path(name), typeof contents === 'string' ? contents : JSON.stringify(contents));
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }
}
