import { z } from 'zod';
import type { Fault } from './faults.ts';
import { eachFault, unknownKey } from './parse.ts';
import type { Steps } from './steps.ts';

/** What a schema makes of a value: its faults, or where there are none the value. */
export interface Checked<T> {
  readonly data: T | undefined;
  readonly faults: Fault[];
}

/** So many items of a list, or members that are not known, are checked with all that stands around them. */
const FEW = 50;
/** How many faults are told in one step. */
const FAULTS = 100;

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;
type List = readonly unknown[] | Members;

/** A part of a value that is too long to be checked in one go: what stands in for it, and how the rest is checked. */
type Cut = { readonly path: Path; readonly short: unknown } & (
  | { readonly kind: 'list'; readonly item: z.ZodType; readonly whole: List }
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
);

/**
 * Checks a value by its schema as `safeParse` does, each value once: first the outer shape, in which the first item stands for
 * a long list, then the items of each list, a step for each. What is not known is told by its name, without zod's sentence of
 * all names. The schema stays the only statement of the shape.
 */
export function* checkInSteps<T extends z.ZodType>(
  schema: T,
  raw: unknown,
  at: Path = [],
): Steps<Checked<z.output<T>>> {
  const cuts = cutsOf(schema, raw, []);
  const outer = schema.safeParse(withCuts(raw, cuts));
  const issues = (outer.error?.issues ?? []).filter(({ path }) => !cuts.some((cut) => isWithin(path, cut)));
  const faults: Fault[] = [];
  yield* tell(faults, eachFault(issues, at));
  let data: unknown = outer.data;
  for (const cut of cuts) {
    const path = [...at, ...cut.path];
    if (cut.kind === 'unknown') {
      yield* tell(faults, unknownKeys(cut.names, path));
      continue;
    }
    const items = yield* itemsInSteps(cut.item, cut.whole, path, faults);
    if (faults.length === 0) data = replaced(data, cut.path, items);
  }
  return { data: faults.length === 0 ? (data as z.output<T>) : undefined, faults };
}

/** The items of a list as the schema makes them; fills `faults` with what is wrong with them. */
function* itemsInSteps(item: z.ZodType, whole: List, at: Path, faults: Fault[]): Steps<unknown> {
  const items: [string | number, unknown][] = [];
  for (const [name, value] of Array.isArray(whole) ? whole.entries() : Object.entries(whole)) {
    yield;
    if (!isOfRecord(name)) continue;
    const checked = yield* checkInSteps(item, value, [...at, name]);
    yield* tell(faults, checked.faults);
    items.push([name, checked.data]);
  }
  return Array.isArray(whole) ? items.map(([, value]) => value) : Object.fromEntries(items);
}

/** Adds what is told to `faults`, which a call could not take as arguments: there can be too many. */
function* tell(faults: Fault[], told: Iterable<Fault>): Steps<void> {
  for (const fault of told) {
    faults.push(fault);
    if (faults.length % FAULTS === 0) yield;
  }
}

function* unknownKeys(names: readonly string[], at: Path): Generator<Fault> {
  for (const name of names) yield unknownKey([...at, name]);
}

/** What of a value is too long, outer before inner. A list that has a maximum of its own is short where it is sound. */
function cutsOf(schema: z.ZodType, raw: unknown, path: Path): Cut[] {
  if (schema instanceof z.ZodOptional) return cutsOf(schema.unwrap() as z.ZodType, raw, path);
  if (schema instanceof z.ZodNullable) return cutsOf(schema.unwrap() as z.ZodType, raw, path);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(raw)) return [];
    const item = schema.element as z.ZodType;
    if (raw.length <= FEW || hasMaximum(schema))
      return raw.flatMap((each, index) => cutsOf(item, each, [...path, index]));
    return [{ kind: 'list', path, item, whole: raw, short: [shortened(item, raw[0])] }];
  }
  if (!isObject(raw)) return [];
  if (schema instanceof z.ZodRecord) {
    const item = schema.valueType as z.ZodType;
    const names = Object.keys(raw).filter(isOfRecord);
    if (names.length <= FEW) return names.flatMap((name) => cutsOf(item, raw[name], [...path, name]));
    const [first = ''] = names;
    return [{ kind: 'list', path, item, whole: raw, short: { [first]: shortened(item, raw[first]) } }];
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = optionFor(schema, raw);
    return option === undefined ? [] : cutsOf(option, raw, path);
  }
  return schema instanceof z.ZodObject ? cutsOfObject(schema, raw, path) : [];
}

const hasMaximum = ({ def }: z.ZodArray) => (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'max_length');

function cutsOfObject(schema: z.ZodObject, raw: Members, path: Path): Cut[] {
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.entries(shape).flatMap(([name, field]) => cutsOf(field, raw[name], [...path, name]));
  const names = Object.keys(raw);
  if (!(schema.def.catchall instanceof z.ZodNever) || names.length <= FEW + Object.keys(shape).length) return fields;
  const unknown = names.filter((name) => !Object.hasOwn(shape, name));
  const known = Object.keys(shape).filter((name) => Object.hasOwn(raw, name));
  const short = Object.fromEntries(known.map((name) => [name, raw[name]]));
  return [{ kind: 'unknown', path, names: unknown, short }, ...fields];
}

/** The value with what stands in for its long parts. */
function shortened(schema: z.ZodType, raw: unknown): unknown {
  return withCuts(raw, cutsOf(schema, raw, []));
}
function withCuts(raw: unknown, cuts: readonly Cut[]): unknown {
  return cuts.reduce((value, { path, short }) => replaced(value, path, short), raw);
}

/** The shape that the value says it has, by the member that tells them apart. */
function optionFor(schema: z.ZodDiscriminatedUnion, raw: Members): z.ZodObject | undefined {
  const { discriminator } = schema.def;
  const options = schema.options as readonly z.ZodObject[];
  return options.find(({ shape }) => (shape[discriminator] as z.ZodType).safeParse(raw[discriminator]).success);
}

/** The value with another in this place; what it is made from stays as it is. */
function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((each, index) => (index === step ? replaced(each, rest, by) : each));
  const holder = value as Members;
  return { ...holder, [step]: replaced(holder[step], rest, by) };
}

/** Whether something stands in a list that is checked item by item. */
function isWithin(path: readonly PropertyKey[], cut: Cut): boolean {
  return cut.kind === 'list' && path.length > cut.path.length && cut.path.every((step, index) => path[index] === step);
}

/** zod's records drop an own `__proto__` silently: who reads a map tells it (S16). */
const isOfRecord = (name: string | number) => name !== '__proto__';

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
