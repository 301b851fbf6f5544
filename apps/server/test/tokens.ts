import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken, revokeToken, type TokenRole } from '@palimpsest/access';
import { startProcess, type ServerProcess } from './server-process.ts';

const DAY_MS = 86_400_000;

/** A folder with a tokens file, and the servers that follow it. */
export class Tokens {
  readonly folder = mkdtempSync(join(tmpdir(), 'palimpsest-tokens-'));
  readonly file = join(this.folder, 'tokens.json');
  readonly #servers: ServerProcess[] = [];

  async create(role: TokenRole, name: string = role): Promise<{ id: string; token: string }> {
    const { token, listed } = await createToken(this.file, { name, role, days: null }, Date.now());
    return { id: listed.id, token };
  }

  /** A token that ends by itself in so many milliseconds. */
  async ending(role: TokenRole, milliseconds: number): Promise<{ id: string; token: string }> {
    const made = Date.now() - DAY_MS + milliseconds;
    const { token, listed } = await createToken(this.file, { name: 'ending', role, days: 1 }, made);
    return { id: listed.id, token };
  }

  async revoke(id: string): Promise<void> {
    if ((await revokeToken(this.file, id, Date.now())) === null) throw new Error(`no token ${id}`);
  }

  async serve(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const data = join(this.folder, 'data');
    const server = await startProcess(data, { PALIMPSEST_TOKENS: this.file, ...env });
    this.#servers.push(server);
    return server;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
