import { parse, serialize } from 'cookie';
import { LOGIN_SECONDS } from '@palimpsest/access';

/** Where TLS is in front, the browser itself holds the cookie to this host alone. */
export type CookieName = '__Host-palimpsest' | 'palimpsest';

export const cookieNameFor = (publicUrl: URL | null): CookieName =>
  publicUrl?.protocol === 'https:' ? '__Host-palimpsest' : 'palimpsest';

const attributes = (name: CookieName) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: name.startsWith('__Host-') }) as const;

/** `Set-Cookie` for a login; no script reads it, and no other site's page sends it. */
export const setLogin = (name: CookieName, value: string): string =>
  serialize(name, value, { ...attributes(name), maxAge: LOGIN_SECONDS });

export const clearLogin = (name: CookieName): string => serialize(name, '', { ...attributes(name), maxAge: 0 });

/** The login that a request brings, or null. */
export function loginOf(header: string | undefined, name: CookieName): string | null {
  const value = header === undefined ? undefined : parse(header)[name];
  return value === undefined || value === '' ? null : value;
}
