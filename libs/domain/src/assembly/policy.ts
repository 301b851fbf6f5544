import { indented, scalarText, type PlaceholderValues } from './fill-template.ts';
import type { Policy } from './schemas.ts';

/** One line of `{rules}` (P4). */
export function ruleLine(rule: { readonly id: string; readonly name: string; readonly instruction: string }): string {
  return `- ${rule.name} (${rule.id}): ${indented(rule.instruction)}`;
}

/** Whether the policy lets any work begin; without, `runtime/policy/none` stands in the policy's place (P1). */
export function hasEnabledRule({ rules }: Policy): boolean {
  return rules.some(({ enabled }) => enabled);
}

/** What fills the templates of the policy: its version, its mode, and the enabled rules in the given order (P4). */
export function policyValues({ version, mode, rules }: Policy): PlaceholderValues {
  const enabled = rules.filter((rule) => rule.enabled);
  return { version: scalarText(version), mode, rules: enabled.map(ruleLine).join('\n') };
}
