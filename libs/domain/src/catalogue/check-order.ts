import { POLICY, POLICY_NONE, roleSchema, TICKET_NOTE, type RecordedManifest, type Role } from './manifest.ts';
import { partOf, sectionOf, skillOfPart } from './listed.ts';

/** Faults of both orders: each must name what can stand in its role's prompt, once (C1, P1). */
export function checkOrders(manifest: RecordedManifest): string[] {
  return [...roleSchema.options.flatMap((role) => orderFaults(manifest, role)), ...policyFaults(manifest)];
}

function orderFaults(manifest: RecordedManifest, role: Role): string[] {
  const order = manifest.order[role];
  return [...new Set(order)].flatMap((key) => {
    const where = `the order of the ${role} names ${key}`;
    const repeated = order.indexOf(key) === order.lastIndexOf(key) ? [] : [`${where} twice; remove one`];
    const reason = refused({ manifest }, role, key);
    return reason === null ? repeated : [...repeated, `${where}, ${reason}`];
  });
}

function refused(listed: { readonly manifest: RecordedManifest }, role: Role, key: string): string | null {
  if (key === TICKET_NOTE) return 'which stands last for an inferred Ticket by itself; remove it';
  if (key === POLICY_NONE) return `which takes the place of ${POLICY} by itself; remove it`;
  if (key === POLICY && role === 'worker') return "and the policy is never in a worker's prompt; remove it";
  if (skillOfPart(listed, key) !== undefined) return 'a skill, which is read on demand and in no prompt; remove it';
  if (partOf(listed, key) ?? sectionOf(listed, key)) return null;
  return 'which is no part and no section; add it or remove it';
}

function policyFaults(manifest: RecordedManifest): string[] {
  const order = manifest.order.orchestrator;
  if (!order.includes(POLICY)) return [];
  const last = order.at(-1) === POLICY;
  const none = partOf({ manifest }, POLICY_NONE);
  return [
    ...(last
      ? []
      : [`${POLICY} must be last in the order of the orchestrator, so that its change keeps all before it`]),
    ...(none
      ? []
      : [`${POLICY} is in the order, but there is no part ${POLICY_NONE} for when no rule is enabled; add it`]),
  ];
}
