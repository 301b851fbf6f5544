import { WrongUse } from '../terminal/wrong-use.ts';

let isWarned = false;

/** The header that says who asks, by `PALIMPSEST_TOKEN`; none where it is not set. The token itself is told to nobody else. */
export function credential(server: URL): { readonly authorization?: string } {
  const token = process.env['PALIMPSEST_TOKEN'] ?? '';
  if (token === '') return {};
  // Anything else could not be sent, and the error would quote it.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new WrongUse('PALIMPSEST_TOKEN must be a token as "palimpsest token create" prints it');
  if (server.protocol === 'http:' && !isLoopback(server.hostname)) warnOnce(server.host);
  return { authorization: `Bearer ${token}` };
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function warnOnce(host: string): void {
  if (isWarned) return;
  isWarned = true;
  process.stderr.write(
    `palimpsest: PALIMPSEST_TOKEN goes to ${host} without TLS, where others can read it; use an https address\n`,
  );
}
