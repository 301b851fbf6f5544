import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const read = (file: string): string => readFileSync(root + file, 'utf8');

/** `import { a, type B as C } from 'd'` and `export … from 'd'`: names where they are listed, and from where. */
const STATEMENT = /^(?:import|export) (?:type )?(?:(\*|\{[^}]*\})(?: as \w+)? from )?'([^']+)'/gm;
/** A thread's file, which is named by its built name. */
const THREAD = /new URL\('([^']+)\.js', import\.meta\.url\)/g;
const namesIn = (list: string) =>
  [...list.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)].map((found) => found[1] ?? '').filter((name) => name !== 'type');

const known = new Map<string, readonly string[]>();

/** The files of the repository that a file imports. Of a package it is the files that state the names it takes. */
export function importsOf(file: string): readonly string[] {
  const found = known.get(file) ?? findImports(file);
  known.set(file, found);
  return found;
}

function findImports(file: string): string[] {
  const beside = (path: string) => posix.join(posix.dirname(file), path);
  const source = read(file);
  const threads = [...source.matchAll(THREAD)].map((found) => `${beside(found[1] ?? '')}.ts`);
  const statements = [...source.matchAll(STATEMENT)].flatMap(([, list = '', from = '']) => {
    if (from.startsWith('.')) return [beside(from)];
    const name = /^@palimpsest\/(.+)$/.exec(from)?.[1];
    return name === undefined ? [] : namesIn(list).flatMap((each) => statedIn(`libs/${name}/src/index.ts`, each));
  });
  return [...statements, ...threads].filter((path) => existsSync(root + path));
}

/** The file behind an index that states the name. */
function statedIn(index: string, name: string): string[] {
  const source = read(index);
  if (new RegExp(`^export (?:abstract |async )?(?:const|class|function|interface|type) ${name}\\b`, 'm').test(source))
    return [index];
  return [...source.matchAll(STATEMENT)].flatMap(([, list = '', from = '']) => {
    if (!from.startsWith('.') || (list !== '*' && !namesIn(list).includes(name))) return [];
    return statedIn(posix.join(posix.dirname(index), from), name);
  });
}

/** All that a file leads to by imports, through at most `most` files that stand between; itself is not among them. */
export function ledTo(file: string, most = Infinity): Set<string> {
  const found = new Set<string>();
  let next = [file];
  for (let between = 0; between <= most && next.length > 0; between += 1) {
    const imported = new Set(next.flatMap(importsOf));
    next = [...imported].filter((each) => !found.has(each));
    for (const each of next) found.add(each);
  }
  return found;
}
