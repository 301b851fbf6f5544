import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as access from '@palimpsest/access';
import * as application from '@palimpsest/application';
import * as domain from '@palimpsest/domain';
import { openapi, operations } from '@palimpsest/edge-http';
import ts from 'typescript';
import { z } from 'zod';
import { read, root } from '../../test/imports.ts';

/** Every schema that a library states for others, by its name there. */
const schemas = Object.entries<unknown>({ ...domain, ...application, ...access }).filter(
  (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
);
const sources = ['libs', 'apps'].flatMap((folder) =>
  readdirSync(root + folder).flatMap((project) =>
    readdirSync(`${root}${folder}/${project}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => `${folder}/${project}/src/${file}`),
  ),
);
const setOf = (names: readonly string[]) => names.toSorted().join(' ');

/** What has the members of a schema, and is another thing. */
const OTHERS = new Set([
  // The three sides of one entry; a hunk has those of some lines.
  'libs/domain/src/configuration/merge.ts: base current draft',
]);

/** Each place of the sources at which `find` finds a set of names. */
function placesOf(find: (node: ts.Node) => readonly string[]): string[] {
  return sources.flatMap((file) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const names = find(node);
      if (names.length > 1) found.push(`${file}: ${setOf(names)}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
    return found;
  });
}

/** The members of a type that is written out; of one with methods none, since it is no shape of data. */
function membersOf(node: ts.Node): string[] {
  if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return [];
  const named = node.members.filter((member) => !ts.isIndexSignatureDeclaration(member));
  return named.every(ts.isPropertySignature) ? named.map(({ name }) => name.getText()) : [];
}

/** The texts of a list, or of a union of types. */
function valuesOf(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node)) return textsOf(node.elements);
  return ts.isUnionTypeNode(node)
    ? textsOf(node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type)))
    : [];
}
const textsOf = (nodes: readonly ts.Node[]): string[] =>
  nodes.every(ts.isStringLiteral) ? nodes.map(({ text }) => text) : [];

it('no type is written out that has the members of a schema: it is inferred from that', () => {
  const objects = schemas.flatMap(([, schema]) => (schema instanceof z.ZodObject ? [schema] : []));
  const stated = new Set(objects.map(({ shape }) => setOf(Object.keys(shape))));
  expect(stated.size).toBeGreaterThan(30);
  const twice = placesOf(membersOf).filter((place) => stated.has(place.split(': ')[1] ?? '') && !OTHERS.has(place));
  expect(twice).toEqual([]);
});

it('the values of an enumeration are written out once', () => {
  const enumerations = schemas.flatMap(([, schema]) => (schema instanceof z.ZodEnum ? [schema] : []));
  const stated = new Set(enumerations.map(({ options }) => setOf(options.map(String))));
  expect(stated.size).toBeGreaterThan(5);
  const places = placesOf(valuesOf);
  for (const values of stated)
    expect(places.filter((place) => place.endsWith(`: ${values}`)).length).toBeLessThanOrEqual(1);
});

it('each schema of the OpenAPI document is one of the libraries inside; the edge states but who was let in, and how', () => {
  const { components } = openapi(operations) as { components: { schemas: Record<string, unknown> } };
  const ids = [...new Set(schemas.map(([, schema]) => schema))].map((schema) => z.globalRegistry.get(schema)?.id);
  const others = Object.keys(components.schemas).filter((name) => ids.filter((id) => id === name).length !== 1);
  expect(others).toEqual(['Me']);
});
