import { z } from 'zod';
import { reachOf, rolesWith, type AccessRole, type Right } from '@palimpsest/access';
import { problem, problemDocumentSchema, type ProblemCode } from '@palimpsest/application';
import type { Answer, Route } from '../routing/route.ts';

type Json = Record<string, unknown>;
/** What any route may answer. */
const EVERYWHERE: readonly ProblemCode[] = [
  'unauthenticated',
  'forbidden',
  'validation_failed',
  'rate_limited',
  'internal',
];
const COMPONENTS = '#/components/schemas/';

/** The name under which the document is injected. */
export const OPENAPI = Symbol('OpenAPI');

/** The OpenAPI 3.1 document of these routes, named by their operation ids, from the schemas by which they are parsed. */
export function openapi(routes: Readonly<Record<string, Route>>): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'input'): Json => {
    // Inside of an object a schema with an id becomes a reference to its definition.
    const wrapped = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
    const { $defs = {}, properties = {} } = JSON.parse(
      JSON.stringify(wrapped).replaceAll('"#/$defs/', `"${COMPONENTS}`),
    ) as { $defs?: Record<string, Json>; properties?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) {
      delete definition['id'];
      schemas[name] = definition;
    }
    return properties['it'] ?? {};
  };
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = {
      operationId,
      summary: route.summary,
      ...(route.right === 'public'
        ? { security: [] }
        : { description: `Roles: ${rolesWith(route.right).map(reachText(route.right)).join(', ')}.` }),
      parameters: [
        ...parametersOf(route.params, 'path', schemaOf),
        ...parametersOf(route.query, 'query', schemaOf),
        ...parametersOf(route.headers, 'header', schemaOf),
      ],
      ...(route.body && { requestBody: { required: true, content: json(schemaOf(route.body)) } }),
      responses: { ...answersOf(route, schemaOf), ...problemsOf(route, schemaOf) },
    };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
    security: [{ token: [] }, { cookie: [] }, {}],
  };
}

const info = {
  title: 'Palimpsest',
  version: '1',
  summary: 'Keeps, versions and assembles the prompts of autonomous coding agents',
  description:
    'JSON in UTF-8. Errors are problem documents (RFC 9457). Lists are paged: give `next_cursor` back as `cursor` until it is ' +
    'null. `limit` is how many at most: a page that grows to about 1 MB ends earlier, with at least one item.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A token of the tokens file, or of one Session' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'palimpsest', description: 'Of a person who signed in at /login' },
};

const reachText = (right: Right) => (role: AccessRole) =>
  reachOf(right, role) === 'own' ? `${role} (its own Session)` : role;

type SchemaOf = (schema: z.ZodType, io?: 'input' | 'output') => Json;
const json = (schema: Json, type = 'application/json') => ({ [type]: { schema } });

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header', schemaOf: SchemaOf): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, each]) => {
    const parameter = each as z.ZodType;
    const { description, ...shape } = schemaOf(parameter, 'output');
    const required = place === 'path' || !parameter.safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: shape };
  });
}

function answersOf({ answers }: Route, schemaOf: SchemaOf): Json {
  const of = (answer: Answer): Json => {
    if (answer instanceof z.ZodType) return { description: 'The answer', content: json(schemaOf(answer)) };
    const { type, description } = answer;
    return type === '' ? { description } : { description, content: json({ type: 'string' }, type) };
  };
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, of(answer)]));
}

function problemsOf({ problems }: Route, schemaOf: SchemaOf): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of new Set([...EVERYWHERE, ...problems])) {
    const { status, title } = problem(code, '');
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title}`]);
  }
  const content = json(schemaOf(problemDocumentSchema), 'application/problem+json');
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join('; '), content }]),
  );
}
