/** How often the log is looked at for what other processes appended, in milliseconds; one look takes microseconds. */
const POLL_MS = 20;

/** Those who wait for the log to go on: this process's appends wake them at once, other processes' at the next look. */
export class LogWatch {
  private readonly waiting = new Map<() => void, bigint | null>();
  private timer: NodeJS.Timeout | undefined;

  /** `end` gives the log's last position. It may throw: then all wake, and meet the fault when they read. */
  constructor(private readonly end: () => bigint | null) {}

  /** Resolves when the log may hold something after the position, or when `signal` is aborted. */
  wait(after: bigint | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        if (this.waiting.size === 0) this.rest();
        resolve();
      };
      this.waiting.set(done, after);
      signal.addEventListener('abort', done);
      this.timer ??= setInterval(() => {
        this.look();
      }, POLL_MS);
    });
  }

  wake(): void {
    for (const done of [...this.waiting.keys()]) done();
  }

  private look(): void {
    let end: bigint | null;
    try {
      end = this.end();
    } catch {
      this.wake();
      return;
    }
    if (end === null) return;
    for (const [done, after] of [...this.waiting]) if (after === null || end > after) done();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
