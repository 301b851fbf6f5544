import { JsonBytes } from '@palimpsest/application';

/** The body of an answer in JSON: written here, unless another thread wrote it already. */
export function jsonAnswer(answer: unknown): string | Buffer {
  return answer instanceof JsonBytes ? bytesOf(answer) : JSON.stringify(answer);
}

/** The same bytes, not copied, as the HTTP server takes them. */
export function bytesOf({ bytes }: JsonBytes<unknown>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
