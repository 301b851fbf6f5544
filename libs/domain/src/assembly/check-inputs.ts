import { pointer, type Fault } from '../faults.ts';
import { finish, type Steps } from '../steps.ts';
import { illFormed } from '../text/ill-formed.ts';
import type { Policy, Ticket, Variable } from './schemas.ts';

/** What a request, or the deployment's policy file, gives to assemble from. */
export interface GivenInputs {
  readonly variables?: readonly Variable[] | undefined;
  readonly policy?: Policy | undefined;
  readonly ticket?: Ticket | undefined;
}

/**
 * `ill_formed_text` for every string of a prompt's inputs (P4, S8), by JSON Pointer. Values and a rule's texts may hold any
 * of P4's line breaks; in names, ids, `version` and `mode` the schema refused those already.
 */
export const checkInputs = (given: GivenInputs): Fault[] => finish(checkInputsInSteps(given));

/** The same, a step for each variable and rule. */
export function* checkInputsInSteps({ variables = [], policy, ticket }: GivenInputs): Steps<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, { name, value }] of variables.entries()) {
    yield;
    faults.push(...faultsIn('text', ['variables', index, 'name'], name));
    faults.push(...faultsIn('value', ['variables', index, 'value'], value));
  }
  if (policy !== undefined) {
    faults.push(...faultsIn('text', ['policy', 'version'], policy.version));
    faults.push(...faultsIn('text', ['policy', 'mode'], policy.mode));
  }
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    yield;
    faults.push(...ruleFaults(['policy', 'rules', index], rule));
  }
  for (const [index, rule] of (ticket?.rules ?? []).entries()) {
    yield;
    faults.push(...ruleFaults(['ticket', 'rules', index], rule));
  }
  return faults;
}

type Path = readonly (string | number)[];
type Rule = Policy['rules'][number] | NonNullable<Ticket['rules']>[number];

function ruleFaults(path: Path, rule: Rule): Fault[] {
  const texts =
    'enabled' in rule ? [] : (['process', 'communication'] as const).map((name) => [name, rule[name]] as const);
  return [
    ...faultsIn('text', [...path, 'id'], rule.id),
    ...faultsIn('text', [...path, 'name'], rule.name),
    ...faultsIn('value', [...path, 'instruction'], rule.instruction),
    ...texts.flatMap(([name, text]) => faultsIn('value', [...path, name], text)),
  ];
}

function faultsIn(where: 'text' | 'value', path: Path, given: string | number | boolean | undefined): Fault[] {
  const message = typeof given === 'string' ? illFormed(given, where) : null;
  return message === null ? [] : [{ path: pointer(...path), code: 'ill_formed_text', message }];
}
