import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { problem, ProblemError } from '@palimpsest/application';
import { invalid, type Refusal } from '@palimpsest/domain';

/**
 * The value of a request's body, which must be JSON in UTF-8. Throws `malformed_json`; what the parser says is left out,
 * for it quotes the body. Throws `validation_failed` where it lists far too many values. A key given twice counts as its last;
 * an own `__proto__` stays for the schemas to refuse.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw malformed('The body is empty; send a JSON object.');
  // A decoder would turn bytes that are no UTF-8 into U+FFFD (S16).
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
  if (body.length > VALUES_LIMIT && isOver(countsOf(body))) throw tooManyValues();
  const text = body.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
  } catch {
    throw malformed('The body is UTF-8, but not valid JSON.');
  }
}

/**
 * The most commas that a body may have outside of texts, and the most lists and objects: more than the size limits of
 * configurations and prompts let any request need. Each value costs far more time than a character does, also where all stand
 * in one another, and prompts are served by the same thread.
 */
const VALUES_LIMIT = 50_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` or `{`: they differ in this bit, which no other byte of JSON outside of its strings turns into one of them. */
const [OPENING, CASE_BIT] = [0x7b, 0x20];

interface Counts {
  /** One less than the values of each list and object. */
  readonly commas: number;
  /** The lists and objects, beside or within one another. */
  readonly opened: number;
}
const isOver = ({ commas, opened }: Counts) => commas > VALUES_LIMIT || opened > VALUES_LIMIT;

/** What stands in a JSON text outside of its strings; counted, not parsed. */
export function countsOf(body: Buffer): Counts {
  let [commas, opened] = [0, 0];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === COMMA) commas += 1;
    if ((byte | CASE_BIT) === OPENING) opened += 1;
    if (byte !== QUOTE) continue;
    for (at += 1; at < body.length && body[at] !== QUOTE; at += 1) if (body[at] === BACKSLASH) at += 1;
  }
  return { commas, opened };
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

function tooManyValues(): Refusal {
  const message = `lists more than ${String(VALUES_LIMIT)} values, which no request needs; send fewer entries, variables or rules`;
  return invalid([{ path: '', code: 'invalid_field', message }]);
}

function malformed(detail: string): ProblemError {
  return new ProblemError(problem('malformed_json', detail));
}
