import { failureOf, Explained } from './talking/failure.ts';
import { outputFailure, printError, tolerateFailedWrites } from './terminal/output.ts';
import { ProblemAnswer } from './talking/problem.ts';
import { program } from './program.ts';

/** Runs one command, and gives its exit code. Errors go to standard error: for a program, which said --json, as JSON. */
export async function run(given: readonly string[]): Promise<number> {
  tolerateFailedWrites();
  const exit = await exitOf(given);
  const failure = await outputFailure();
  if (failure === null) return exit;
  printError([failure]);
  return 1;
}

async function exitOf(given: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...given], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { lines, exit } = await failureOf(error);
    const answer = error instanceof Explained ? error.answer : error;
    if (given.includes('--json') && answer instanceof ProblemAnswer) process.stderr.write(`${answer.text}\n`);
    else printError(lines);
    return exit;
  }
}
