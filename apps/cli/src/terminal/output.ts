import picocolors from 'picocolors';

/** Writes to standard output. A reader that goes, as `head` does, ends nothing; see `tolerateClosedPipes`. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A text exactly as it is, so that a file made of it is the text; a terminal gets its last line ended. */
export function printText(text: string): void {
  process.stdout.write(process.stdout.isTTY && !text.endsWith('\n') ? `${text}\n` : text);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A note for whoever sits at a terminal, beside what goes to standard output. */
export function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${colours.dim(text)}\n`);
}

/** Writing to a pipe whose reader has gone raises EPIPE: what is left to print is of no use, and no failure. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
const isWanted = Boolean(FORCE_COLOR) || (process.stdout.isTTY && TERM !== 'dumb');

/** Colours on a terminal, none when piped, none with NO_COLOR. */
export const colours = picocolors.createColors(isWanted && !NO_COLOR);
