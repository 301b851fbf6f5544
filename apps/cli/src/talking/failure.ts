import { CommanderError } from 'commander';
import { Unreachable } from './api.ts';
import { ProblemAnswer, type ToldProblem } from './problem.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

/** What goes to standard error, and the exit code: 1 failed, 2 wrong use, 3 refused, 4 not reachable (INTERFACES.md). */
export interface Failure {
  readonly lines: readonly string[];
  readonly exit: number;
}

/** Work that did not succeed, in its own words: exit code 1. */
export class Failed extends Error {}

/** A refusal with more to say than its document: exit code 3. */
export class Explained extends Error {
  constructor(
    readonly lines: readonly string[],
    readonly answer: ProblemAnswer,
  ) {
    super(answer.message);
  }
}

/** Never a stack trace: what is not known is named, and a defect. */
export async function failureOf(error: unknown): Promise<Failure> {
  // Commander has written its own sentence; help and version are no failures.
  if (error instanceof CommanderError) return { lines: [], exit: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof WrongUse) return { lines: error.message.split('\n'), exit: 2 };
  if (error instanceof Unreachable) return { lines: [error.message], exit: 4 };
  if (error instanceof Failed) return { lines: error.message.split('\n'), exit: 1 };
  if (error instanceof Explained) return { lines: error.lines, exit: 3 };
  if (error instanceof ProblemAnswer)
    return { lines: problemLines(error.document), exit: await problemExit(error.document) };
  return offlineFailure(error);
}

/** The detail, then each fault: where it is, its code, and what helps. */
export function problemLines(document: ToldProblem): string[] {
  const { detail, code, errors = [], instance } = document;
  const head = code === 'validation_failed' && errors.length > 0 ? 'refused:' : `${detail} (${code})`;
  const faults = errors.map(
    ({ path, code: fault, message }) => `  ${path === '' ? '(the whole)' : path}: ${fault}: ${message}`,
  );
  return [
    head,
    ...faults,
    ...accessLines(document),
    ...(code === 'internal' && typeof instance === 'string' ? [`  request ${instance}`] : []),
  ];
}

/** What helps who is not let in, or may not do this. */
function accessLines({ code, roles }: ToldProblem): string[] {
  const hasToken = Boolean(process.env['PALIMPSEST_TOKEN']);
  if (code === 'unauthenticated')
    return [
      hasToken
        ? '  PALIMPSEST_TOKEN holds no token that is valid here; "palimpsest token create" makes one'
        : '  set PALIMPSEST_TOKEN to a token; "palimpsest token create" makes one',
    ];
  if (code !== 'forbidden' || !Array.isArray(roles)) return [];
  return [`  set PALIMPSEST_TOKEN to a token of one of the roles ${roles.join(', ')}`];
}

// What follows loads more than most commands need, so only when something failed.

async function problemExit({ code, status }: ToldProblem): Promise<number> {
  const { isProblemCode, problem } = await import('@palimpsest/application');
  if (isProblemCode(code)) return problem(code, '').exit;
  return status < 500 ? 3 : 1;
}

async function offlineFailure(error: unknown): Promise<Failure> {
  const { SettingsError, startFailure } = await import('@palimpsest/server');
  const { isProblemCode, LogError, ProblemError } = await import('@palimpsest/application');
  if (error instanceof SettingsError) return { lines: error.message.split('\n'), exit: 2 };
  if (error instanceof ProblemError) return { lines: [error.problem.detail], exit: error.problem.exit };
  if (error instanceof LogError) return { lines: [error.message], exit: error.code === 'store_unavailable' ? 4 : 1 };
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && isProblemCode(code)) return { lines: [message ?? code], exit: 3 };
  return { lines: startFailure(error).split('\n'), exit: 1 };
}
