import { request } from 'node:http';

const body = JSON.stringify({ base_revision: 0, sections: { delivery: { text: 'Ship small changes.' } } });

/** A save whose body stays incomplete until `finish`. */
export function slowSave(url: string) {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const sent = request(`${url}/v1/configuration`, { method: 'PATCH', headers });
  sent.write(body.slice(0, 10));
  const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode, text });
      });
    });
  });
  return { answered, finish: () => sent.end(body.slice(10)) };
}
