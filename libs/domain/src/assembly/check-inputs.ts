import { pointer, type Fault } from '../faults.ts';
import { finish, type Steps } from '../steps.ts';
import { illFormed } from '../text/ill-formed.ts';

type Path = readonly (string | number)[];
/** The texts of one variable or rule, and whether P4's line breaks may stand in each. */
type Texts = Readonly<Record<string, 'text' | 'value'>>;

const VARIABLE: Texts = { name: 'text', value: 'value' };
const POLICY: Texts = { version: 'text', mode: 'text' };
const POLICY_RULE: Texts = { id: 'text', name: 'text', instruction: 'value' };
const TICKET_RULE: Texts = { ...POLICY_RULE, process: 'value', communication: 'value' };

/**
 * What P4 and S8 find in a prompt's inputs, by JSON Pointer: ill-formed strings, and two rules with one id. Values and a
 * rule's texts may hold any of P4's line breaks; in names, ids, `version` and `mode` the schema refuses those. Whatever is a
 * string is checked, also where the rest has a wrong shape (S16). What is on record is not checked: it was when it came in.
 */
export const checkInputs = (given: unknown): Fault[] => finish(checkInputsInSteps(given));

/** The same, a step for each variable and rule. */
export function* checkInputsInSteps(given: unknown): Steps<Fault[]> {
  const { variables, policy, ticket } = fieldsOf(given);
  const faults: Fault[] = [];
  for (const [index, each] of itemsOf(variables).entries()) {
    yield;
    faults.push(...checkTexts(['variables', index], each, VARIABLE));
  }
  const ofPolicy = yield* policyInSteps(policy, ['policy']);
  const ofTicket = yield* rulesInSteps(['ticket', 'rules'], fieldsOf(ticket)['rules'], TICKET_RULE);
  return [...faults, ...ofPolicy, ...ofTicket];
}

/** The same for a policy alone. */
export const checkPolicy = (policy: unknown): Fault[] => finish(policyInSteps(policy, []));

function* policyInSteps(policy: unknown, path: Path): Steps<Fault[]> {
  const faults = checkTexts(path, policy, POLICY);
  return [...faults, ...(yield* rulesInSteps([...path, 'rules'], fieldsOf(policy)['rules'], POLICY_RULE))];
}

function* rulesInSteps(path: Path, given: unknown, texts: Texts): Steps<Fault[]> {
  const places = new Map<unknown, string>();
  const faults: Fault[] = [];
  for (const [index, rule] of itemsOf(given).entries()) {
    yield;
    const place = [...path, index];
    faults.push(...checkTexts(place, rule, texts));
    const { id } = fieldsOf(rule);
    const first = places.get(id);
    if (first !== undefined) {
      const message = `is the id of ${first} too; each rule needs an id of its own`;
      faults.push({ path: pointer(...place, 'id'), code: 'invalid_field', message });
    } else if (typeof id === 'string') places.set(id, pointer(...place));
  }
  return faults;
}

function checkTexts(path: Path, given: unknown, texts: Texts): Fault[] {
  const fields = fieldsOf(given);
  return Object.entries(texts).flatMap(([name, where]): Fault[] => {
    const text = fields[name];
    const message = typeof text === 'string' ? illFormed(text, where) : null;
    return message === null ? [] : [{ path: pointer(...path, name), code: 'ill_formed_text', message }];
  });
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
