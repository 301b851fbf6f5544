import { stat } from 'node:fs/promises';
import { noteUses } from './administer.ts';
import { readTokensFile, TokensFileError, type TokensFile } from './tokens-file.ts';

const LOOK_MS = 500;
/** A token's last use is written at most this often. */
const NOTE_MS = 60_000;

/** Tells an operator what happened to the file; never holds a token or a hash. */
export type Report = (event: string, details: Readonly<Record<string, unknown>>) => void;

/**
 * Follows the tokens file: what stands in it is in force within a second (X4), however it was replaced. Looks rather than
 * listens, since a file that is renamed over, mounted or removed tells no watcher reliably. A file that is damaged or cannot be
 * read leaves the last good one in force; one that was removed lets nobody in.
 */
export class TokenFollower {
  readonly #file: string;
  readonly #report: Report;
  #current: TokensFile | null = null;
  #mark = '';
  /** What is wrong with the file now: a sentence for `/readyz`, or null. */
  problem: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  readonly #used = new Map<string, number>();
  #noted = 0;
  #looking: Promise<void> | null = null;

  constructor(file: string, report: Report) {
    this.#file = file;
    this.#report = report;
  }

  /** Reads the file and begins to follow it. Rejects with `TokensFileError` where it cannot be used at the start. */
  async start(): Promise<void> {
    this.#mark = await this.#look();
    this.#current = await readTokensFile(this.#file);
    this.#timer = setInterval(() => {
      this.#looking ??= this.#follow().finally(() => (this.#looking = null));
    }, LOOK_MS).unref();
  }

  /** What is in force; null where nobody is let in. */
  get current(): TokensFile | null {
    return this.#current;
  }

  /** Remembers that a token was used, to be written now and then. */
  used(id: string, now: number): void {
    this.#used.set(id, now);
  }

  /** Ends following, and writes the last uses. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#note();
  }

  async #follow(): Promise<void> {
    const mark = await this.#look();
    if (mark !== this.#mark) {
      this.#mark = mark;
      await this.#take();
    }
    if (this.#used.size > 0 && performance.now() - this.#noted > NOTE_MS) await this.#note();
  }

  async #take(): Promise<void> {
    try {
      this.#current = await readTokensFile(this.#file);
      if (this.problem !== null) this.#report('tokens file in force again', {});
      this.problem = null;
    } catch (error) {
      if (!(error instanceof TokensFileError)) throw error;
      const isGone = error.reason === 'missing';
      if (isGone) this.#current = null;
      this.problem = isGone ? `${error.message}; nobody is let in` : `${error.message}; the last good one is in force`;
      this.#report('tokens file cannot be used', { reason: this.problem });
    }
  }

  /** Everything by which a change of the file shows. */
  async #look(): Promise<string> {
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(this.#file, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
    } catch {
      return 'none';
    }
  }

  async #note(): Promise<void> {
    this.#noted = performance.now();
    const uses = new Map(this.#used);
    this.#used.clear();
    if (uses.size === 0 || this.#current === null) return;
    try {
      await noteUses(this.#file, uses);
    } catch (error) {
      // A file that only its owner writes, such as a mounted secret: who is let in does not depend on it.
      this.#report('last use of tokens not written', { reason: error instanceof Error ? error.message : 'unknown' });
    }
  }
}
