import { basename } from 'node:path';

/** A stop that takes longer, because a start hangs for one, ends here. */
const DEADLINE_MS = 9_500;
/** How soon the end of the parent is noticed. */
const LOOK_MS = 250;
/** A parent that passes signals on, as npm does, makes two of the one that a terminal sends to both. */
const PASSED_ON_MS = 1_000;

export interface StopOptions {
  /** Also when the process that started this one has ended. */
  readonly withParent: boolean;
  readonly onFault: (error: unknown) => void;
}

/**
 * Ends the process with SIGTERM, SIGINT, SIGHUP (a terminal that was closed) or its parent: requests under way are
 * answered first. A second SIGTERM or SIGINT ends it at once.
 */
export function stopWhenTold(stop: () => Promise<void>, { withParent, onFault }: StopOptions): void {
  let begun: number | null = null;
  const begin = () => {
    if (begun !== null) return;
    begun = performance.now();
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        onFault(error);
        process.exit(1);
      },
    );
  };
  const beginOrHurry = () => {
    if (begun !== null && performance.now() - begun >= (withParent ? PASSED_ON_MS : 0)) process.exit(1);
    begin();
  };
  process.on('SIGTERM', beginOrHurry).on('SIGINT', beginOrHurry);
  // Node.js takes back what nohup asked for, that a hang-up is ignored; a parent that it ends then is no reason either.
  if (startedByNohup()) process.on('SIGHUP', () => undefined);
  else {
    process.on('SIGHUP', begin);
    if (withParent) atEndOfParent(begin);
  }
}

/** Shells put the program that they start into `_`, and nohup becomes the program that it is told to start. */
const startedByNohup = (): boolean => basename(process.env['_'] ?? '') === 'nohup';

/** An orphan gets another parent; this holds also where the parent had no time to say anything (SIGKILL). */
function atEndOfParent(begin: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    begin();
  }, LOOK_MS).unref();
}
