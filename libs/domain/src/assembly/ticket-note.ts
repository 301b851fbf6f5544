import { indented } from './fill-template.ts';
import { ruleLine } from './policy.ts';
import type { Ticket } from './schemas.ts';

type TicketRule = NonNullable<Ticket['rules']>[number];

/**
 * `{rules}` of the note for an inferred Ticket (P1): for each matched rule its instruction, and on lines of their own its
 * process and communication text, where there is any. Each line names its rule, so none can be taken for another's.
 */
export function ticketRuleLines(rules: readonly TicketRule[]): string {
  return rules
    .flatMap((rule) => [ruleLine(rule), ...detail(rule, 'process'), ...detail(rule, 'communication')])
    .join('\n');
}

function detail(rule: TicketRule, name: 'process' | 'communication'): string[] {
  const text = rule[name] ?? '';
  return text === '' ? [] : [`- ${rule.name} (${rule.id}), ${name}: ${indented(text)}`];
}
