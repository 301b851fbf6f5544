/** Those who wait for the next append of this process. */
export class Wakeups {
  private readonly waiting = new Set<() => void>();

  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        this.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  wake(): void {
    for (const done of [...this.waiting]) done();
  }
}
