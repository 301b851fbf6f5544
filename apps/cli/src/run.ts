import { failureOf, Explained } from './talking/failure.ts';
import { tolerateClosedPipes } from './terminal/output.ts';
import { ProblemAnswer } from './talking/problem.ts';
import { program } from './program.ts';

/** Runs one command, and gives its exit code. Errors go to standard error: for a program, which said --json, as JSON. */
export async function run(given: readonly string[]): Promise<number> {
  tolerateClosedPipes();
  try {
    await program().parseAsync([...given], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { lines, exit } = await failureOf(error);
    const answer = error instanceof Explained ? error.answer : error;
    if (given.includes('--json') && answer instanceof ProblemAnswer) process.stderr.write(`${answer.text}\n`);
    else for (const line of lines) process.stderr.write(`palimpsest: ${line}\n`);
    return exit;
  }
}
