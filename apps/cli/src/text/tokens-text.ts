import type { TokenListed } from '@palimpsest/access';
import { when } from './age.ts';
import { shown } from './shown.ts';
import { table } from './table.ts';

/** A token with whether it lets its holder in at the moment. */
export type TokenNow = TokenListed & { readonly state: 'valid' | 'expired' | 'revoked' };

/** One row a token, oldest first. */
export function tokensText(tokens: readonly TokenNow[]): string {
  const rows = tokens.map(({ id, name, role, created, expires, last_used, state }) => [
    id,
    shown(name),
    role,
    when(created),
    expires === null ? 'never' : when(expires),
    last_used === null ? 'never' : when(last_used),
    state,
  ]);
  return table(['id', 'name', 'role', 'created', 'expires', 'last used', 'state'], rows);
}

/** What to do with a token that was made: the token itself stands on standard output, alone. */
export function createdText({ id, name, role, expires }: TokenListed): string {
  const until = expires === null ? 'does not expire' : `expires ${when(expires)}`;
  return [
    `Token ${id} for ${shown(name)} (${role}), which ${until}. It is shown this once and kept nowhere.`,
    'Programs send it as "Authorization: Bearer TOKEN", the verbs of this command from PALIMPSEST_TOKEN; people paste it at /login.',
    `Servers with this file accept it within two seconds. "palimpsest token revoke ${id}" ends it.`,
  ].join('\n');
}
