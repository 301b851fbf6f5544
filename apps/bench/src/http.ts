import autocannon from 'autocannon';

/** Sends JSON and gives the answer's bytes; throws where it is no success. */
export async function send(url: string, body: unknown, method = 'POST'): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

/** Posts the same body from several connections for some seconds; throws where a request failed. */
export async function load(url: string, body: unknown, seconds: number, connections = 16): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections,
    duration: seconds,
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${String(failed)} failed requests`);
  return result;
}
