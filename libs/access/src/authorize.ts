import { Refusal } from '@palimpsest/domain';
import type { Identity } from './caller.ts';
import { reachOf, rolesWith, type Right } from './rights.ts';

/**
 * Throws `forbidden` unless the caller has the right, for this Session where it is bound to one (X1, X3). The answer names the
 * roles that have it and nothing else, so that it is the same whether what was asked for exists or not.
 */
export function authorize(right: Right, { role, session }: Identity, asked: string | undefined): void {
  const reach = reachOf(right, role);
  if (reach === 'any' || (reach === 'own' && session !== null && session === asked)) return;
  const roles = rolesWith(right).filter((each) => reachOf(right, each) === 'any');
  const message =
    reach === 'own'
      ? `the role ${role} may do this under the Session of its own token only; without that bound the roles ${roles.join(', ')} may`
      : `the role ${role} may not do this; it needs one of the roles ${roles.join(', ')}`;
  throw new Refusal('forbidden', message, { role, roles });
}
