import { visible } from './visible.ts';

/** One line on a terminal that tells how far long work is; nothing where standard error is no terminal. */
export class Progress {
  #shown = false;
  #last = 0;

  show(text: string): void {
    const now = Date.now();
    if (!process.stderr.isTTY || now - this.#last < 100) return;
    this.#last = now;
    this.#shown = true;
    process.stderr.write(`\r\x1b[2K${visible(text).slice(0, process.stderr.columns - 1)}`);
  }

  /** Takes the line away, before anything else is printed. */
  clear(): void {
    if (this.#shown) process.stderr.write('\r\x1b[2K');
    this.#shown = false;
  }
}
