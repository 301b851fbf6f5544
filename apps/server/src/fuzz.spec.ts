import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations, openapi } from '@palimpsest/edge-http';
import fc from 'fast-check';
import { request } from 'node:http';
import { fromSchema, text, type Schema } from '../test/from-schema.ts';
import { runMain } from '../test/run-main.ts';
import { dataFolder } from '../test/server-process.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}
const document = openapi(operations) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const { schemas } = document.components;
const routes = Object.entries(document.paths)
  .filter(([path]) => path !== '/v1/changes')
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ method, path, operation })));

const folder = dataFolder();
const server = runMain({ PALIMPSEST_DATA: folder.path, PALIMPSEST_STORE: 'memory' });
let url = '';
beforeAll(async () => {
  url = await server.listening();
  const send = (method: string, path: string, body: unknown) => ask(method, { path, body });
  const first = { base_revision: 0, overrides: { 'runtime/work': { text: 'Ours.' } } };
  expect((await send('PATCH', '/v1/configuration', first)).status).toBe(201);
  expect((await send('POST', '/v1/sessions/s1/prompt', { role: 'worker', variables: [] })).status).toBe(200);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  const { code, err } = await server.ended;
  folder.remove();
  expect(code).toBe(0);
  expect(err).not.toContain('request_failed');
});

/** What is there to be asked for; half of the parameters name it, so that requests get past the checks of them. */
const known: Readonly<Record<string, readonly string[]>> = {
  session: ['s1'],
  use: ['1'],
  revision: ['1', 'latest'],
  release: ['1'],
  a: ['1'],
  b: ['1'],
  key: ['runtime/work'],
  name: ['uses', 'github'],
  file: ['swagger-ui.css'],
};
/** The routes that were answered otherwise than by a refusal. */
const answered = new Set<string>();

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

/** Requests of this route: parameters and body by their schemas, and beside them. */
function requests(path: string, { parameters, requestBody }: Operation): fc.Arbitrary<Asked> {
  const value = ({ name, schema }: Parameter) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(known[name] ?? ['1'])) },
      fromSchema(schema, schemas).map(asText),
      fc.constantFrom('1', '0', 's1', 'latest', 'runtime/work', 'uses'),
      text,
    );
  const given = parameters.filter((parameter) => parameter.in !== 'header');
  const body =
    requestBody === undefined
      ? fc.constant(undefined)
      : fromSchema(requestBody.content['application/json'].schema, schemas);
  return fc.tuple(fc.tuple(...given.map(value)), fc.infiniteStream(fc.boolean()), body).map(([values, used, body]) => {
    let filled = path;
    const query: string[] = [];
    given.forEach((parameter, index) => {
      const encoded = encodeURIComponent((values[index] ?? '').replace(/\p{Surrogate}/gu, '?'));
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, () => encoded);
      else if (used.next().value === true) query.push(`${parameter.name}=${encoded}`);
    });
    return { path: query.length > 0 ? `${filled}?${query.join('&')}` : filled, body };
  });
}

function ask(method: string, { path, body }: Asked): Promise<{ status: number; text: string }> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers =
    content === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url), { path, method: method.toUpperCase(), headers, timeout: 5_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('it hangs')));
    sent.on('error', reject);
    sent.end(content);
  });
}

/** Half of the saves are made from the current revision, so that they get past the check of it. */
async function onCurrent({ path, body }: Asked): Promise<Asked> {
  if (typeof body !== 'object' || body === null || !('base_revision' in body) || body.base_revision === 0)
    return { path, body };
  const { revision } = (await (await fetch(`${url}/v1/configuration`)).json()) as { revision: number };
  return { path, body: { ...body, base_revision: revision } };
}

interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** The value that a JSON Pointer's last step is taken in. */
function holder(body: unknown, path: string): unknown {
  const steps = path
    .split('/')
    .slice(1, -1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
}

test.each(routes)(
  '$method $path answers whatever comes, and names the field at fault',
  async ({ method, path, operation }) => {
    await fc.assert(
      fc.asyncProperty(requests(path, operation), async (asked) => {
        const { status, text } = await ask(method, await onCurrent(asked));
        expect(status).toBeLessThan(500);
        if (!(String(status) in operation.responses))
          expect([status, text]).toEqual([404, expect.stringContaining('unknown_path')]);
        if (status < 400) answered.add(`${method} ${path}`);
        if (status < 400) return;
        const { code, errors } = JSON.parse(text) as Problem;
        if (code !== 'validation_failed') return;
        expect(errors?.length).toBeGreaterThan(0);
        for (const fault of errors ?? []) {
          expect(fault.message).not.toBe('');
          if (fault.path.startsWith('/')) expect(holder(asked.body, fault.path)).toBeDefined();
          else if (fault.path !== '') expect(operation.parameters.map(({ name }) => name)).toContain(fault.path);
        }
      }),
      { numRuns: 40 },
    );
  },
);

test('most routes were got past their checks, so that more than refusals was tried', () => {
  expect(answered.size).toBeGreaterThan(routes.length * 0.7);
});
