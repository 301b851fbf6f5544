import fc from 'fast-check';

/** A JSON Schema, as far as the OpenAPI document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
}
type Schemas = Readonly<Record<string, Schema>>;

/** Texts as hosts and attackers send them. */
const hostile = ['', ' ', '..', '__proto__', 'constructor', '\0', '\ud800', '{rules}', '$&', 'a\nb', '%2F', "'; --"];
export const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...hostile));
const plain = fc.constantFrom(
  'Ship small changes.',
  '- one\n- two\n',
  '{variables} {version} {mode} {rules}',
  '中文',
  'x',
);
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);
/** Names that the maps of a configuration may hold. */
const NAMES: Readonly<Record<string, string>> = { sections: 'delivery', skills: 'review', overrides: 'runtime/work' };

/** Values of the schema: half of them right, so that they get past it, half with something wrong in them. */
export function fromSchema(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  return fc.oneof(valueOf(schema, { schemas, wild: false }), valueOf(schema, { schemas, wild: true }));
}

interface Manner {
  readonly schemas: Schemas;
  readonly wild: boolean;
}

function valueOf(schema: Schema, manner: Manner, at = ''): fc.Arbitrary<unknown> {
  const right = rightValue(schema, manner, at);
  return manner.wild ? fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: anything }) : right;
}

function rightValue(schema: Schema, manner: Manner, at: string): fc.Arbitrary<unknown> {
  const { schemas, wild } = manner;
  if (schema.$ref !== undefined) return valueOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, manner, at);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return fc.oneof(...variants.map((each) => valueOf(each, manner, at)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const least = schema.minimum ?? 0;
  switch (schema.type) {
    case 'object':
      return objectOf(schema, manner, at);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, manner), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'integer':
      return fc.oneof(fc.integer({ min: least, max: least + 2 }), wild ? fc.double() : fc.constant(least));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return wild ? text : textOf(schema);
    default:
      return anything;
  }
}

function textOf({ pattern }: Schema): fc.Arbitrary<string> {
  if (pattern === undefined) return plain;
  if (pattern.startsWith('^sha256')) return fc.constant(`sha256:${'0'.repeat(64)}`);
  return fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
}

function objectOf({ properties, required, additionalProperties }: Schema, manner: Manner, at: string) {
  const own = Object.entries(properties ?? {}).map(([key, each]) => [key, valueOf(each, manner, key)] as const);
  // A base must be a digest that its part had; without one the entry takes the current default's.
  const fields = manner.wild ? own : own.filter(([key]) => key !== 'base' && key !== 'if_digest');
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [...(required ?? [])] });
  const name = manner.wild ? fc.oneof(fc.constant('__proto__'), text) : fc.constant(NAMES[at] ?? 'x');
  const isMap = typeof additionalProperties === 'object';
  if (!isMap && !manner.wild) return known;
  const value = isMap ? valueOf(additionalProperties, manner) : anything;
  const more = fc.array(fc.tuple(name, value), { maxLength: isMap ? 3 : 1 });
  return fc.tuple(known, more).map(([object, entries]) => entries.reduce<object>(withKey, object));
}

/** Also an own `__proto__`, which an assignment would not make. */
const withKey = (object: object, [key, value]: readonly [string, unknown]): object =>
  Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true });
