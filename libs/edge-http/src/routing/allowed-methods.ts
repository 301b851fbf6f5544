import type { Route } from './route.ts';

/** The methods that some route serves under this path (not decoded, without query), as an `Allow` header; '' for none. */
export function allowedMethods(routes: readonly Route[], path: string): string {
  const segments = path.split('/').map(decoded);
  const methods = new Set(routes.filter((route) => matches(route, segments)).map(({ method }) => method as string));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort().join(', ');
}

function matches({ path, rest }: Route, segments: readonly (string | null)[]): boolean {
  const template = path.split('/');
  if (rest === undefined ? template.length !== segments.length : template.length > segments.length) return false;
  return template.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]));
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
