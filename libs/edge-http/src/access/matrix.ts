import { accessRoles, reachOf, rolePurposes, type Reach } from '@palimpsest/access';
import type { Route } from '../routing/route.ts';

const CELLS: Readonly<Record<Reach, string>> = { any: 'yes', own: 'own Session' };

/** Every route and method against every role, as Markdown: `docs/access.md` is this text. */
export function accessMatrix(operations: Readonly<Record<string, Route>>): string {
  const routes = Object.values(operations).flatMap((route) =>
    route.method === 'GET' ? [route, { ...route, method: 'HEAD' as const }] : [route],
  );
  const rows = routes.map(({ method, path, right }) => {
    const cells = accessRoles.map((role) => {
      const reach = reachOf(right, role);
      return reach === null ? 'no' : CELLS[reach];
    });
    return `| \`${method} ${path}\` | ${right} | ${cells.join(' | ')} |`;
  });
  const purposes = accessRoles.map((role) => `- **${role}**: ${rolePurposes[role]}`);
  return [
    '# Who may do what',
    '',
    'Made from the table by which the server lets callers in; a test tries each cell against a running server. What is not',
    'listed is denied. `public` needs no token; everything else is `unauthenticated` (401) without a valid one, and `forbidden`',
    '(403) to a role that has no `yes`. A token that was revoked or has expired is no valid one.',
    '',
    ...purposes,
    '',
    `| route | right | ${accessRoles.join(' | ')} |`,
    `| --- | --- | ${accessRoles.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ].join('\n');
}
