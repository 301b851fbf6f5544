import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: readonly string[];
  readonly text: string;
  readonly body: Record<string, unknown>;
}
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, all else as JSON. */
  readonly body?: unknown;
}

/** One request with exactly these headers, `Host` and what only browsers send included. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Told> {
  const isText = typeof body === 'string' || body === undefined;
  const sent = isText ? headers : { 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => {
        const { 'set-cookie': cookies = [], ...rest } = response.headers;
        const isJson = rest['content-type']?.includes('json') === true && text !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: rest as Told['headers'],
          cookies,
          text,
          body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
        });
      });
    });
    asked.on('error', reject).end(isText ? body : JSON.stringify(body));
  });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Who the server takes the holder of a token for: the answer of `GET /v1/me`. */
export const me = (url: string, token: string): Promise<Told> => ask(`${url}/v1/me`, { headers: bearer(token) });

/** Waits until it holds; the test's own limit of time ends what never does. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(50);
}
