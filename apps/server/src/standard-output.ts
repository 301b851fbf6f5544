/** Standard output could not be written; the message says why. */
export class OutputError extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    const [, reason = cause.message] = /^[A-Z0-9]+: (.+), \w+$/.exec(cause.message) ?? [];
    super(`the output could not be written: ${reason} (${cause.code ?? cause.name})`, { cause });
  }
}

/** Resolves when the text is written, or its reader has gone, as `head` does: then nobody misses it. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The stream emits what its callback gets, and an event that nobody listens to would end the process.
    process.stdout.once('error', () => undefined);
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error && error.code !== 'EPIPE') reject(new OutputError(error));
      else resolve();
    });
  });
}
