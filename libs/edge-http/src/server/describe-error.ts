/** Errors of the language say which name or range was wrong; others may quote what they were given. */
const SAFE_MESSAGES = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'LogError',
  'LogConflict',
  'AssertionError',
]);

/**
 * What of an error goes into the log: its name, code, place and causes. No prompt text, token or path may stand in a log
 * line (QUALITY.md, "Bad input"), so messages of unknown errors and the folders of files are left out.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const message = SAFE_MESSAGES.has(error.name) ? { message: error.message } : {};
  const cause = error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {};
  return { name: error.name, ...code, ...message, at: placesOf(error), ...cause };
}

function placesOf(error: Error): string[] {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.slice(0, 8).map((line) => line.slice(7).replace(/(?:file:\/\/)?\/[^\s()]*\//, ''));
}
