import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask } from '../../test/ask.ts';
import { serve, type Served } from '../../test/serve.ts';
import { openapi } from './openapi.ts';
import { routerPath } from '../routing/route.ts';
import { operations, routes } from '../routes.ts';

type Operation = {
  parameters: { name: string; in: string; schema: object }[];
  responses: Record<string, unknown>;
  requestBody?: unknown;
};
const document = openapi(operations) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

describe('the OpenAPI document', () => {
  test('is of version 3.1 and has every route of the table', () => {
    expect(document.openapi).toBe('3.1.0');
    const stated = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(stated.sort()).toEqual(routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
  });

  test('declares each parameter of each path', () => {
    for (const [path, item] of Object.entries(document.paths))
      for (const { parameters } of Object.values(item)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
        expect(inPath.sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
      }
  });

  test('refers only to schemas that it has, and leaves none out', () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(text).not.toMatch(/\$defs|"\$schema"/);
  });

  test('gives whole numbers, defaults and bounds for parameters', () => {
    const { parameters } = document.paths['/v1/versions']?.['get'] ?? { parameters: [] };
    expect(parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'how many at most',
      schema: { default: 50, type: 'integer', minimum: 1, maximum: 200 },
    });
  });

  test('says `latest` wherever a revision or release is read', () => {
    const isRead = ({ name }: { name: string }) => /^(revision|release|a|b)$/.test(name);
    const read = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ parameters }) => parameters.filter(isRead).map((each) => ({ path, ...each }))),
    );
    expect(read.map(({ path, name }) => `${path} ${name}`).sort()).toEqual([
      '/v1/releases/{release} release',
      '/v1/sessions release',
      '/v1/sessions revision',
      '/v1/sessions/{session}/revisions/{revision} revision',
      '/v1/versions/{a}/diff/{b} a',
      '/v1/versions/{a}/diff/{b} b',
      '/v1/versions/{revision} revision',
      '/v1/versions/{revision}/restore revision',
    ]);
    const latest = { anyOf: expect.arrayContaining([expect.objectContaining({ const: 'latest' })]) };
    for (const { schema } of read) expect(schema).toMatchObject(latest);
    const { oneOf } = document.components.schemas['PreviewRequest'] as { oneOf: { properties: object }[] };
    expect(oneOf).toHaveLength(2);
    for (const { properties } of oneOf) expect(properties).toMatchObject({ revision: latest, release: latest });
  });

  test('names the codes of problems by status', () => {
    expect(document.paths['/v1/configuration']?.['put']?.responses).toMatchObject({
      409: { description: expect.stringContaining('`stale_revision`') },
    });
  });
});

describe('table and server agree', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  test('both ways', () => {
    const real = served.routes.filter((each) => !each.startsWith('HEAD ')).sort();
    const stated = routes.map((route) => `${route.method} ${routerPath(route)}`);
    expect(real).toEqual(stated.sort());
  });

  test('the document is served, and its page asks no other host', async () => {
    expect((await ask(served.url, '/openapi.json')).json).toEqual(document);
    const { text, headers } = await ask(served.url, '/docs');
    expect(text).not.toMatch(/https?:\/\//);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file ?? '');
    for (const file of files) expect((await ask(served.url, file)).status).toBe(200);
    expect(files).toHaveLength(3);
  });
});
