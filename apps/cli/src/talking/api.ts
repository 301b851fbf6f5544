import { credential } from './credential.ts';
import { ProblemAnswer, type ToldProblem } from './problem.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

const DEFAULT_URL = 'http://127.0.0.1:4004';
/** A server that takes longer does not answer at all. */
const LIMIT_MS = 120_000;

/** Nothing that speaks this interface answers there: exit code 4. */
export class Unreachable extends Error {}

/** An answer: parsed, and as it came. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly text: string;
}
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Asks the server at `PALIMPSEST_URL`, as who `PALIMPSEST_TOKEN` says. Rejects with `ProblemAnswer`, `Unreachable` or `WrongUse`. */
export async function call<T>(method: string, path: string, body?: unknown, query: Query = {}): Promise<Answer<T>> {
  const base = serverUrl();
  const url = new URL(path.slice(1), base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers = { ...credential(base), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, type, text } = await ask(url, { method, headers, ...sent });
  const parsed = type.includes('json') ? parse(text) : undefined;
  if (status < 300 && parsed !== undefined) return { status, body: parsed as T, text };
  if (isProblem(parsed)) throw new ProblemAnswer(parsed, text);
  throw new Unreachable(`what answers at ${base.origin} is no Palimpsest server; set PALIMPSEST_URL to its address`);
}

export const get = <T>(path: string, query?: Query): Promise<Answer<T>> => call<T>('GET', path, undefined, query);

/** One step of a path from a key, an id or a name; slashes are escaped, so that none can lead elsewhere. */
export function step(value: string, what: string): string {
  if (value === '' || value === '.' || value === '..') throw new WrongUse(`"${value}" is no ${what}`);
  return encodeURIComponent(value);
}

function serverUrl(): URL {
  const given = process.env['PALIMPSEST_URL'] ?? '';
  const address = given === '' ? DEFAULT_URL : given;
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new WrongUse(`PALIMPSEST_URL must be the address of a server, such as ${DEFAULT_URL}`);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new WrongUse('PALIMPSEST_URL must not hold a name or password; PALIMPSEST_TOKEN says who asks');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function ask(url: URL, init: RequestInit) {
  try {
    // Never followed: a redirect would carry the request, and who asks, to wherever it says.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: await response.text() };
  } catch (error) {
    throw new Unreachable(
      `the server at ${url.origin} cannot be reached (${reason(error)}); start it with "palimpsest serve", or set PALIMPSEST_URL`,
      { cause: error },
    );
  }
}

function reason(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : message;
}

/** No text of ours holds U+001B (S8): one that comes from elsewhere must not pass for the colours of this command. */
const withoutEscapes = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\u001b', '\\u{1b}') : value;

function parse(text: string): unknown {
  try {
    return /\\u001b/i.test(text) ? JSON.parse(text, withoutEscapes) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is ToldProblem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body;
}
