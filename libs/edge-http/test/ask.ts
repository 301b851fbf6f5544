import { request, type IncomingHttpHeaders } from 'node:http';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; null where it is empty. */
  readonly json: Record<string, unknown>;
}
export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** Sends a request whose path is not tidied up on its way, as `fetch` does with `..` and others. */
export function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== '';
        const json = (isJson ? JSON.parse(text) : null) as Record<string, unknown>;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A request with a JSON body. */
export const withJson = (method: string, body: unknown): Asked => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
