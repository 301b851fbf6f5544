import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { problem, ProblemError } from '@palimpsest/application';

/**
 * The value of a request's body, which must be JSON in UTF-8. Throws `malformed_json`; what the parser says is left out,
 * for it quotes the body. A key given twice counts as its last; an own `__proto__` stays for the schemas to refuse.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw malformed('The body is empty; send a JSON object.');
  // A decoder would turn bytes that are no UTF-8 into U+FFFD (S16).
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
  } catch {
    throw malformed('The body is UTF-8, but not valid JSON.');
  }
}

/** Whether the body is declared as something that `parseJson` reads: `application/json`, in UTF-8 if it says so. */
export function isJson(headers: IncomingHttpHeaders): boolean {
  // A packed body is not unpacked: what it would hold is not the JSON that was sent.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return false;
  const given = headers['content-type'] ?? '';
  if (given === 'application/json') return true;
  const [type, ...parameters] = given.split(';');
  if (type?.trim().toLowerCase() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.split('=').map((side) => side.trim().toLowerCase());
    return name !== 'charset' || value === 'utf-8' || value === '"utf-8"' || value === 'utf8';
  });
}

/**
 * The largest body that is read, in bytes, for a size limit of a configuration (S9): every character escaped as `\uXXXX`
 * takes six, and keys, digests and white space stand beside the texts.
 */
export function bodyLimit(limitBytes: number): number {
  return 8 * limitBytes + 1024 * 1024;
}

function malformed(detail: string): ProblemError {
  return new ProblemError(problem('malformed_json', detail));
}
