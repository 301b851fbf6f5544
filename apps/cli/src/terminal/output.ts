import picocolors from 'picocolors';
import { visible, visibleInColour } from './visible.ts';

const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
const isWanted = (Boolean(FORCE_COLOR) || (process.stdout.isTTY && TERM !== 'dumb')) && !NO_COLOR;

/** Colours on a terminal, none when piped, none with NO_COLOR. */
export const colours = picocolors.createColors(isWanted);

let isForPrograms = false;

/** From now on standard output is what was asked for with --json: it is written as it is. */
export function printForPrograms(): void {
  isForPrograms = true;
}

/** Writes to standard output: for people, with nothing hidden in it. `outputFailure` tells whether that succeeded. */
export function print(text: string): void {
  const shown = isForPrograms ? text : isWanted ? visibleInColour(text) : visible(text);
  write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** A text exactly as it is, so that a file made of it is the text; a terminal gets what is hidden, and its last line ended. */
export function printText(text: string): void {
  if (process.stdout.isTTY) print(text);
  else write(text);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** An error, a line each. */
export function printError(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`palimpsest: ${visible(line)}\n`);
}

/** A note for whoever sits at a terminal, beside what goes to standard output. */
export function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${colours.dim(visible(text))}\n`);
}

let failure: NodeJS.ErrnoException | null = null;
let written: Promise<void> = Promise.resolve();

/** Writes to standard output as it is. */
export function write(text: string): void {
  written = new Promise((resolve) => {
    process.stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
      // A reader that goes, as `head` does, is no failure: what is left to print is of no use.
      if (error && error.code !== 'EPIPE') failure ??= error;
      resolve();
    });
  });
}

/** Answers when all output is written: null, or why it could not be. */
export async function outputFailure(): Promise<string | null> {
  await written;
  if (failure === null) return null;
  const [, reason = failure.message] = /^[A-Z0-9]+: (.+), \w+$/.exec(failure.message) ?? [];
  return `the output could not be written: ${reason} (${failure.code ?? failure.name})`;
}

/**
 * A write that fails also emits an event, which would end the process with a stack trace. Of standard output `write` knows;
 * an error that cannot be written can be told to nobody, but by the exit code.
 */
export function tolerateFailedWrites(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
